package org.temoto.apps.suite;

import org.temoto.apps.report.Measurement;

/** Result of a run; the same on every PE. */
public record Outcome<R>(Measurement<R> measurement, boolean verified) {}
