/**
 * Random data-race-free fork/join programs over global memories, each from one seed, run on the
 * real runtime and compared with their sequential execution; and what makes a failing one small.
 */
package org.temoto.fuzz;
