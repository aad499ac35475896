/** Heap in global memory: blocks that any task allocates and frees. */
package org.temoto.gas.heap;
