package org.temoto.gas;

import java.lang.foreign.MemorySegment;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A part of a global memory at hand: loads and stores through {@link #segment()} are plain memory
 * accesses. {@link #close} ends it; {@link #unlocalize} is another name for that. Belongs to the
 * task that opened it; a thread that does not run that gets an {@link IllegalStateException} from
 * all methods that ask for the memory, commit or close.
 *
 * <p>Rules (docs/memory-model.md): an open write view counts as a write to all its bytes; what was
 * written is committed before the task forks; from a fork to the sync that joins all children, the
 * views opened before it are not used.
 */
public interface LocalView extends AutoCloseable {
  GlobalMemory memory();

  /** Place of the view's first byte in the memory, in bytes. */
  long offset();

  /** Bytes from the first to the last, gaps of a strided or listed region included. */
  long length();

  Access access();

  /**
   * The local memory, from the view's first byte; read-only if the view is for {@link Access#READ}:
   * then Java refuses a store where it happens, by an exception that knows nothing of the view.
   * Other threads are refused by a {@link WrongThreadException}. Its use after {@link #close} is
   * refused with {@link EngineOptions.Feature#USE_AFTER_CLOSE_CHECKS}; without, it is undefined.
   */
  MemorySegment segment();

  /**
   * The local address of the first byte: base of the memory + {@link #offset()}. Stores there are
   * not checked, whatever the access and the thread are.
   */
  long address();

  /**
   * The same memory as a Chronicle {@code Bytes}, limited to the view's bytes, in native order;
   * made anew by each call. All of them can be read; of a {@link Access#WRITE} view none, until
   * they are written. Stores through a {@link Access#READ} view are refused by an {@link
   * IllegalStateException}. Its use after {@link #close}, and by other threads, is undefined, with
   * {@link EngineOptions.Feature#USE_AFTER_CLOSE_CHECKS} too.
   *
   * <p>Chronicle needs more of the JVM than Temoto, which {@code ./temoto java} passes.
   *
   * @throws RefusedException if these flags are missing, which it names
   * @throws IllegalStateException if the view is closed
   */
  Bytes<?> bytes();

  /** Publishes every byte of the view's region: visible to others after the next release. */
  void commit();

  /**
   * Publishes [{@code from}, {@code from + bytes}), counted from the view's first byte, exactly to
   * the byte.
   *
   * @throws IndexOutOfBoundsException if that is not inside the region
   * @throws IllegalStateException if the view is read-only or closed
   */
  void commit(long from, long bytes);

  boolean isOpen();

  /** Another name for {@link #close}, as Ikegami and Taura have it. */
  default void unlocalize() {
    close();
  }

  /**
   * Lets go of the bytes; closing twice is harmless. Bytes that were not committed are unspecified
   * from now on.
   */
  @Override
  void close();
}
