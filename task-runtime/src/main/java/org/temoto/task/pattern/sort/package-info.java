/** Merge sorts of global arrays: leaves, merges of two or of all runs, and where these are cut. */
package org.temoto.task.pattern.sort;
