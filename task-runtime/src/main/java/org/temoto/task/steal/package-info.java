/**
 * The thief's side of stealing between PEs: finds a victim and gets its task, over the transport;
 * and what it does while there is nothing to steal.
 */
package org.temoto.task.steal;
