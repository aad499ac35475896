/** Locks and semaphores in the global address space, for tasks of all PEs. */
package org.temoto.gas.lock;
