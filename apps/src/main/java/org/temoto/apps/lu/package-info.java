/** LU factorization in global memory. */
package org.temoto.apps.lu;
