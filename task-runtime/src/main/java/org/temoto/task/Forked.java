package org.temoto.task;

/**
 * A child that has been forked and not yet joined; joined once, by the task that forked it.
 *
 * @param <R> its result
 */
public sealed interface Forked<R> permits Child {}
