package org.temoto.bench.architecture.broken.apps;

import org.temoto.bench.architecture.broken.lab.Sweep;

/** Applications may not know the laboratory. */
public final class KnowsTheLaboratory {
  Sweep sweep;
}
