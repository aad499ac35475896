package org.temoto.task;

import org.temoto.gas.spi.Strands;

/** Link of a strand to virtual time, which it tells of its computing; elsewhere it does nothing. */
final class Steps {
  private final Strands strands;
  private final boolean virtual;

  /** True if each fork and join tells, and the program what else it computes. */
  private boolean always;

  Steps(Strands strands) {
    this.strands = strands;
    this.virtual = strands.isStepped();
  }

  /**
   * The strand, which calls, begins to live; {@code attend} has it look further at its next fork.
   */
  void begin(Runnable attend) {
    always = strands.stepAlways(attend);
  }

  boolean isAlways() {
    return always;
  }

  /** A fork looks further; a join does so by {@link #show}. */
  void fork() {
    if (virtual) {
      strands.step();
    }
  }

  /** Waits for something that is about to happen. */
  void spin() {
    if (virtual) {
      strands.yield(); // no other strand runs in a spin
    } else {
      Thread.onSpinWait();
    }
  }

  /** The running task has computed for {@code nanos}, where that is modelled. */
  void charge(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("nanos=" + nanos + ": time passes forwards");
    }
    if (always) {
      strands.charge(nanos);
    }
  }

  /**
   * Has others of the PE see what is written next, or have written what is looked at next, at this
   * moment.
   */
  void show() {
    if (virtual) {
      strands.charge(0);
    }
  }
}
