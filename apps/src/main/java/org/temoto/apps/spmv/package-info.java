/** Products of a sparse matrix and a vector, whose elements are gathered by column indices. */
package org.temoto.apps.spmv;
