package org.temoto.apps.cli;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;

/**
 * Result of a program that ran on all PEs.
 *
 * @param isReporter whether PE 0 is in this process, which prints what there is to print
 * @param options what was in effect
 */
record Job<R>(R outcome, boolean isReporter, GasOptions options) {
  /** Runs {@code program} on every PE; its outcome must be the same on each. */
  static <R> Job<R> launch(GasOptions options, Function<GlobalAddressSpace, R> program) {
    AtomicReference<Job<R>> first = new AtomicReference<>();
    try (LastResort last = new LastResort()) {
      Temoto.launch(
          options,
          space -> {
            R outcome = apply(program, space, last);
            Job<R> job = new Job<>(outcome, space.pe() == 0, space.options());
            first.accumulateAndGet(job, (old, own) -> old != null && !own.isReporter ? old : own);
          });
    }
    return first.get();
  }

  private static <R> R apply(
      Function<GlobalAddressSpace, R> program, GlobalAddressSpace space, LastResort last) {
    try {
      return program.apply(space);
    } catch (RuntimeException | Error failure) {
      last.failed(space.pe(), failure);
      throw failure;
    }
  }
}
