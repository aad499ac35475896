package org.temoto.bench;

import org.temoto.apps.suite.Application;

/** An application of {@code temoto run} in plain Java by the calling thread. */
record PlainContender(Application<?> application) implements Contender {
  @Override
  public String name() {
    return "plain Java";
  }

  @Override
  public double round() {
    return application.sequentialSeconds();
  }
}
