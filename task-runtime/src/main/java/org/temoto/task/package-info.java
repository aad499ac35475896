/** Fine-grained fork/join tasks, balanced over all workers of all PEs by work stealing. */
package org.temoto.task;
