package org.temoto.task.collective.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import org.temoto.gas.spi.Channel;

/** A channel, and whether something has been issued on it since it was quiet. Thread-safe. */
final class Outbox {
  final Channel channel;
  private final AtomicBoolean issued = new AtomicBoolean();

  Outbox(Channel channel) {
    this.channel = channel;
  }

  /** Called after something has been issued. */
  void hasIssued() {
    issued.setPlain(true);
  }

  boolean isPending() {
    return issued.getPlain();
  }

  /** Waits until what has been issued has arrived. */
  void arrive() {
    if (issued.get() && issued.compareAndSet(true, false)) {
      channel.quiet();
    }
  }
}
