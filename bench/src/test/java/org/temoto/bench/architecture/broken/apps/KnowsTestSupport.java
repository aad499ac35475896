package org.temoto.bench.architecture.broken.apps;

import org.temoto.bench.architecture.broken.junit.KnowsTheSpi;

/** Applications may not know test support. */
public final class KnowsTestSupport {
  KnowsTheSpi support;
}
