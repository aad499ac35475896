/**
 * How a task that another strand ran tells its forker: join cells, and overflow buffers for what is
 * larger.
 */
package org.temoto.task.join;
