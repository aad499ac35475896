/** Traces of what each worker did and when: recorded by the workers, brought together by PE 0. */
package org.temoto.task.trace;
