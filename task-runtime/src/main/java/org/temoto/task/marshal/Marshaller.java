package org.temoto.task.marshal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntFunction;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;

/**
 * Marshaller of values straight into native memory, and where they do not fit into a buffer of its
 * own. Used by one strand at a time.
 */
public final class Marshaller {
  private static final DynamicCodec TOP = new DynamicCodec("a task or result");

  private final Output out;
  private final Source source;

  /**
   * @param memories the global memory of a number, on this PE
   * @param loader finds the program's classes
   * @param most bytes of a value that does not fit in place
   */
  public Marshaller(IntFunction<GlobalMemory> memories, ClassLoader loader, int most) {
    this.out = new Output(most);
    this.source = new Source(memories, new ClassNames(loader));
  }

  /**
   * Writes {@code value}, with its class, to [{@code offset}, {@code offset + capacity}) of {@code
   * target}, or, if it does not fit, keeps the bytes for {@link #copySpill}: {@link #isSpilled}
   * tells.
   *
   * @return the number of bytes; of a value that takes too many, a negative number, whose
   *     complement says how many it takes at least, and nothing was allocated for them
   * @throws org.temoto.gas.GasException if the value cannot be marshalled, naming the component
   */
  @SuppressWarnings("CatchingThrowable") // see refusal
  public int write(Object value, MemorySegment target, long offset, int capacity) {
    out.begin(target, offset, capacity);
    try {
      TOP.write(out, value);
      return out.length();
    } catch (Output.TooLarge e) {
      return complement(e);
    } catch (StackOverflowError e) {
      throw Nesting.refusal(value, e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw refusal(e);
    }
  }

  private static int complement(Output.TooLarge refusal) {
    return ~(int) Math.min(refusal.bytes, Integer.MAX_VALUE);
  }

  /** A value may run code of the program, which may throw anything: a list's, a constructor's. */
  private static GasException refusal(Throwable thrown) {
    return thrown instanceof GasException refusal
        ? refusal
        : new GasException(
            "a value cannot be written or read: " + RemoteFailure.describe(thrown), thrown);
  }

  /**
   * Refuses what {@link #write} would refuse, without writing it.
   *
   * @throws org.temoto.gas.GasException if the value cannot be marshalled, naming the component
   */
  @SuppressWarnings("CatchingThrowable") // see refusal
  public static void check(Object value) {
    try {
      var _ = TOP.prepare(value); // which refuses as write() does
    } catch (StackOverflowError e) {
      throw Nesting.refusal(value, e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw refusal(e);
    }
  }

  /**
   * As {@link #write}, for a failure; reads back as an equal failure or a {@link RemoteFailure}.
   */
  public int writeFailure(Throwable failure, MemorySegment target, long offset, int capacity) {
    byte[] bytes = FailureCodec.write(failure, source.names().loader());
    out.begin(target, offset, capacity);
    try {
      out.putAll(bytes, bytes.length, ValueLayout.JAVA_BYTE);
      return bytes.length;
    } catch (Output.TooLarge e) {
      return complement(e);
    }
  }

  /** Tells whether the last write did not fit in place. */
  public boolean isSpilled() {
    return out.isSpilled();
  }

  /** Copies the bytes that the last write has kept; once. */
  public void copySpill(MemorySegment target, long offset) {
    out.copySpill(target, offset);
  }

  /**
   * The value that stands in [{@code offset}, {@code offset + length}) of {@code from}.
   *
   * @throws org.temoto.gas.GasException if it cannot be made here
   */
  @SuppressWarnings("CatchingThrowable") // see refusal
  public Object read(MemorySegment from, long offset, int length) {
    source.begin(from, offset, length);
    try {
      return TOP.read(source);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw refusal(e);
    }
  }

  /** The failure that stands in [{@code offset}, {@code offset + length}) of {@code from}. */
  public Throwable readFailure(MemorySegment from, long offset, int length) {
    byte[] bytes = from.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    return FailureCodec.read(bytes, source.names().loader());
  }
}
