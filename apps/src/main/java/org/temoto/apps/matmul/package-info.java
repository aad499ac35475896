/** The product of dense matrices in global memory, by recursion on the largest dimension. */
package org.temoto.apps.matmul;
