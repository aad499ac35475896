/** Loops, reductions, scans and sorts over global arrays, well cut: docs/patterns.md. */
package org.temoto.task.pattern;
