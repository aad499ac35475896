/** Traces of what each worker did and when, as they are read from the files that workers write. */
package org.temoto.task.trace;
