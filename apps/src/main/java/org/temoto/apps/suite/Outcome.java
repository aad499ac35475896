package org.temoto.apps.suite;

import org.temoto.apps.report.Measurement;

/** What a run came to; the same on every PE. */
public record Outcome<R>(Measurement<R> measurement, boolean verified) {}
