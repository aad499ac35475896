package org.temoto.gas.spi;

import java.util.List;
import java.util.Set;
import org.temoto.gas.Access;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.LocalView;

/** Interface of an address space for a task runtime, beyond the public API. */
public interface RuntimeSupport {
  /** The runtime's side of {@code space}, which must come from this library. */
  static RuntimeSupport of(GlobalAddressSpace space) {
    return (RuntimeSupport) space;
  }

  ProcessingElement processingElement();

  /** Makes the memory side of a strand that will issue its communication on {@code channel}. */
  StrandMemory newStrand(Channel channel);

  /** The memory side of the calling strand, as bound by {@link StrandMemory#bind()}. */
  StrandMemory currentStrand();

  /** The memory with this {@link GlobalMemory#id()}, on this PE. */
  GlobalMemory memory(int id);

  /** The page sizes of all memories so far, closed ones too, but not those of shared words. */
  Set<Integer> pageSizes();

  /** The object that structures of memories keep beside the space; null before. */
  Object attachment();

  void attach(Object object);

  /**
   * Opens a view for a collective: any strand may use its segment until the calling strand closes
   * it, and a checker takes it for what the collective does to the bytes meanwhile.
   */
  LocalView lend(GlobalRange range, Access access);

  /**
   * The channel on which this PE's main strand (the one that runs the SPMD program) communicates.
   */
  Channel mainChannel();

  /**
   * The program begins a collective call, which ends when the result is closed.
   *
   * @throws IllegalStateException if the caller is not the main strand
   */
  ProgramCalls enter(ProgramCall call);

  /**
   * The program has opened something that it has to {@link #closed close} before it returns, else
   * it fails: its strands would run for ever. Called by the main strand.
   *
   * @param what it is, and where it was opened
   */
  void opened(Object handle, String what);

  /**
   * The handles of all that the program has opened so far, in that order; of what is closed, what
   * is kept.
   */
  List<Object> opened();

  /**
   * Has {@code begins} and {@code ends} run before and after each {@link
   * org.temoto.gas.GlobalAddressSpace.Report#measure} of the program, in no time of it; both may be
   * collective.
   */
  void watchMeasured(Runnable begins, Runnable ends);

  /** The program has closed what it opened with {@code handle}, of which {@code kept} stays. */
  void closed(Object handle, Object kept);

  /**
   * The program of this PE cannot take part in anything any more: its collective calls throw from
   * now on, and it fails with {@code why} unless it fails with something else. No PE is told before
   * it ends, so that what it fails with comes first. Called by the main strand.
   */
  void leave(GasException why);
}
