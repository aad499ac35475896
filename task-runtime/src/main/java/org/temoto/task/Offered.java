package org.temoto.task;

/** Task that a worker may have on offer: one forked here, or one that it has taken and holds. */
sealed interface Offered permits Frame, HeldTask {}
