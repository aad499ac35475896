/**
 * How a thief finds a victim and gets its task, over the transport; and what it does while there is
 * nothing to steal.
 */
package org.temoto.task.steal;
