/** What each worker did when: recorded by the workers, brought together by PE 0. */
package org.temoto.task.trace;
