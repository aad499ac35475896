package org.temoto.task.marshal;

import java.lang.foreign.MemorySegment;
import java.nio.BufferOverflowException;
import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;

/**
 * Marshals values straight into native memory, and where they do not fit into a buffer of its own.
 * Used by one strand at a time.
 */
public final class Marshaller {
  private static final DynamicCodec TOP = new DynamicCodec("a task or result");

  private static final int SPILL_BYTES = 4096;

  /** A spill buffer that has grown beyond this is not kept. */
  private static final int MAX_KEPT_SPILL = 1 << 20;

  private final PointerBytesStore store = new PointerBytesStore();
  private final Bytes<?> inPlace;
  private final Source source;
  private Bytes<?> spill;
  private boolean spilled;

  /**
   * @param memories the global memory of a number, on this PE
   * @param loader finds the program's classes
   */
  public Marshaller(IntFunction<GlobalMemory> memories, ClassLoader loader) {
    try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
      store.set(
          arena.allocate(Long.BYTES).address(),
          0); // an empty store: bind() sets every address that is used
    }
    this.inPlace = store.bytesForWrite();
    this.inPlace.singleThreadedCheckDisabled(true); // it goes from strand to strand with its worker
    this.source = new Source(inPlace, memories, new ClassNames(loader));
  }

  /**
   * Writes {@code value}, with its class, to [{@code offset}, {@code offset + capacity}) of {@code
   * target}, or, if it does not fit, keeps the bytes for {@link #copySpill}: {@link #isSpilled}
   * tells.
   *
   * @return the number of bytes
   * @throws org.temoto.gas.GasException if the value cannot be marshalled, naming the component
   */
  public int write(Object value, MemorySegment target, long offset, int capacity) {
    bind(target, offset, capacity);
    try {
      return write(value);
    } catch (RuntimeException e) {
      throw refusal(e);
    }
  }

  private int write(Object value) {
    try {
      TOP.write(inPlace, value);
      return (int) inPlace.writePosition();
    } catch (BufferOverflowException e) {
      Bytes<?> out = spill();
      TOP.write(out, value);
      return (int) out.writePosition();
    }
  }

  /** A value may run code of the program, which may throw anything: a list's, a constructor's. */
  private static GasException refusal(RuntimeException thrown) {
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
  public static void check(Object value) {
    try {
      var _ = TOP.prepare(value); // which refuses as write() does
    } catch (RuntimeException e) {
      throw refusal(e);
    }
  }

  /**
   * As {@link #write}, for a failure; reads back as an equal failure or a {@link RemoteFailure}.
   */
  public int writeFailure(Throwable failure, MemorySegment target, long offset, int capacity) {
    byte[] bytes = Failures.write(failure);
    bind(target, offset, capacity);
    (bytes.length <= capacity ? inPlace : spill()).write(bytes);
    return bytes.length;
  }

  /** Whether the last write did not fit in place. */
  public boolean isSpilled() {
    return spilled;
  }

  /** Copies the bytes that the last write has kept. */
  public void copySpill(MemorySegment target, long offset) {
    byte[] bytes = (byte[]) spill.underlyingObject();
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, target, offset, spill.writePosition());
    if (bytes.length > MAX_KEPT_SPILL) {
      spill = null;
    }
  }

  /**
   * The value that stands in [{@code offset}, {@code offset + length}) of {@code from}.
   *
   * @throws org.temoto.gas.GasException if it cannot be made here
   */
  public Object read(MemorySegment from, long offset, int length) {
    bind(from, offset, length);
    inPlace.writePosition(length);
    try {
      return TOP.read(source);
    } catch (RuntimeException e) {
      throw refusal(e);
    }
  }

  /** The failure that stands in [{@code offset}, {@code offset + length}) of {@code from}. */
  public Throwable readFailure(MemorySegment from, long offset, int length) {
    byte[] bytes = from.asSlice(offset, length).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    return Failures.read(bytes, source.names().loader());
  }

  /** Sets limits always: the store itself checks none. */
  private void bind(MemorySegment memory, long offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, memory.byteSize());
    store.set(memory.address() + offset, length);
    inPlace.clear();
    inPlace.writeLimit(length);
    spilled = false;
  }

  private Bytes<?> spill() {
    if (spill == null) {
      spill = Bytes.allocateElasticOnHeap(SPILL_BYTES);
      spill.singleThreadedCheckDisabled(true);
    }
    spill.clear();
    spilled = true;
    return spill;
  }
}
