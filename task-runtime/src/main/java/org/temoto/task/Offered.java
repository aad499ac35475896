package org.temoto.task;

/** What a worker may have on offer: a task forked here, or one that it has taken and holds. */
sealed interface Offered permits Frame, HeldTask {}
