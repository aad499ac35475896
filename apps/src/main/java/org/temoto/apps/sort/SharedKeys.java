package org.temoto.apps.sort;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.LocalView;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.KeyKernels;

/**
 * An array of keys in plain memory, which every worker of the process reaches; a value that tasks
 * carry. Valid while the memory is.
 *
 * @param address of the first key
 * @param length in keys
 */
public record SharedKeys(ElementType type, long address, long length) {
  /** The keys that {@code view} has at hand, until it is closed. */
  public static SharedKeys of(ElementType type, LocalView view) {
    return new SharedKeys(type, view.address(), view.length() / type.bytes());
  }

  public boolean isEmpty() {
    return length == 0;
  }

  /** The keys [{@code from}, {@code to}). */
  public SharedKeys slice(long from, long to) {
    return new SharedKeys(type, address + from * type.bytes(), to - from);
  }

  /** Index at which part {@code part} of {@code parts} about equal ones begins. */
  long start(int part, int parts) {
    return length * part / parts;
  }

  public MemorySegment segment() {
    return MemorySegment.ofAddress(address).reinterpret(length * type.bytes());
  }

  /** The key at {@code index} as an integer that is ordered as the keys are. */
  long order(long index) {
    return KeyKernels.order(type, segment(), index);
  }
}
