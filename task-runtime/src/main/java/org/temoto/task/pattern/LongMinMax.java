package org.temoto.task.pattern;

/** The least and the greatest of integers. */
public record LongMinMax(long min, long max) {}
