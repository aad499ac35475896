package org.temoto.task;

/** The state of a forked child. */
final class Child<R> implements Forked<R> {}
