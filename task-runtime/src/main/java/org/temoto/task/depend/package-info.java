/** Dependencies of tasks on others: the records of tasks that wait, and who waits for what. */
package org.temoto.task.depend;
