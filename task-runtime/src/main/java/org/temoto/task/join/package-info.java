/**
 * Reports of stolen tasks to their forkers: join cells, and overflow buffers for what is larger.
 */
package org.temoto.task.join;
