package org.temoto.gas.array;

import java.util.Objects;
import org.temoto.gas.Distribution;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.spi.CollectiveArguments;
import org.temoto.gas.spi.ProgramCall;
import org.temoto.gas.spi.RuntimeSupport;

/**
 * The best number that any task has found so far, known to every PE: for example the bound of a
 * branch-and-bound search. A value that tasks may carry. Each PE has a copy, so {@link #get} costs
 * no communication; {@link #offer} brings a better number to all of them.
 *
 * <p>A copy only gets better. An offer that has returned true is known everywhere; meanwhile PEs
 * may know different numbers, each of which has been offered by some task. Other memory is not
 * ordered.
 *
 * <p>There are as many copies as PEs: a checkpoint made while there is one can only be {@linkplain
 * GlobalAddressSpace#restore restored} by as many PEs.
 *
 * @param memory one of {@link MemoryOptions#words}, with one page on each PE
 * @param highest whether higher is better
 */
public record GlobalBest(GlobalMemory memory, boolean highest) {
  private static final long STRIDE = GasOptions.MIN_PAGE_SIZE / Long.BYTES;

  /**
   * Allocates a number that gets higher, from {@code initial} on. Collective.
   *
   * @throws IllegalArgumentException if {@code initial} is not the same on every PE
   */
  public static GlobalBest highest(GlobalAddressSpace space, String name, long initial) {
    return new GlobalBest(allocate(space, ProgramCall.CREATE_HIGHEST, name, initial), true);
  }

  /** As {@link #highest}, of a number that gets lower. */
  public static GlobalBest lowest(GlobalAddressSpace space, String name, long initial) {
    return new GlobalBest(allocate(space, ProgramCall.CREATE_LOWEST, name, initial), false);
  }

  private static GlobalMemory allocate(
      GlobalAddressSpace space, ProgramCall call, String name, long initial) {
    Objects.requireNonNull(name, "name");
    try (var _ = RuntimeSupport.of(space).enter(call)) {
      CollectiveArguments.requireSame(space, "initial", name, initial);
      MemoryOptions options = MemoryOptions.words(name, space.pes() * STRIDE);
      GlobalMemory memory = space.allocate(options.withDistribution(Distribution.cyclic()));
      memory.words().fetchAdd(space.pe() * STRIDE, initial);
      space.barrier();
      return memory;
    }
  }

  /** The best number that this PE knows. No communication. */
  public long get() {
    return memory.words().read(memory.space().pe() * STRIDE);
  }

  /**
   * Makes {@code value} known to all PEs, if it is better than what this one knows. No
   * communication if it is not; else, for each other PE in turn, one read and mostly one
   * compare-and-swap.
   *
   * @return whether it was better
   */
  public boolean offer(long value) {
    int self = memory.space().pe();
    if (!improve(self, value)) {
      return false;
    }
    for (int pe = 0; pe < memory.space().pes(); pe++) {
      if (pe != self) {
        improve(pe, value);
      }
    }
    return true;
  }

  private boolean improve(int pe, long value) {
    GlobalCounter copy = new GlobalCounter(memory, pe * STRIDE);
    return highest ? copy.max(value) : copy.min(value);
  }
}
