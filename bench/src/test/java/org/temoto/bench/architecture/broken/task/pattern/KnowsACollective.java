package org.temoto.bench.architecture.broken.task.pattern;

import org.temoto.bench.architecture.broken.task.collective.KnowsATask;

/** Patterns may not know collectives. */
public final class KnowsACollective {
  KnowsATask collective;
}
