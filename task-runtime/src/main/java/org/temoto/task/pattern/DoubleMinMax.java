package org.temoto.task.pattern;

/** The least and the greatest of floating-point numbers; both NaN if one of these is. */
public record DoubleMinMax(double min, double max) {}
