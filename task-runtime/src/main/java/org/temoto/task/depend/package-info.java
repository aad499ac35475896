/** Dependencies of tasks on others: the records of tasks that wait, and what each waits for. */
package org.temoto.task.depend;
