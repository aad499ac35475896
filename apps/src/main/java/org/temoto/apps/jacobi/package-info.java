/** Jacobi's iteration for Laplace's equation on a square, by strips of rows or by tasks. */
package org.temoto.apps.jacobi;
