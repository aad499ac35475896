/**
 * A worker's tasks: the private part, used by its owner alone, and the shared part, which thieves
 * claim from through the steal word. Knows nothing of tasks or transports.
 */
package org.temoto.task.deque;
