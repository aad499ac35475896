/** Cilksort: merge sort in four parts over a global array. */
package org.temoto.apps.sort;
