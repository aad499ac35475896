package org.temoto.lab.aggregation;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.NativeBuffers;
import org.temoto.gas.Access;
import org.temoto.gas.LocalView;

/** A {@link Part} that a task has brought to hand, to be read by the indices of its array. */
sealed interface AtHand extends AutoCloseable {
  MemorySegment memory();

  /** Place of element {@code index} of the array in {@link #memory}, in elements. */
  long place(long index);

  /** Element {@code index} of the array. */
  default double get(long index) {
    return memory().getAtIndex(JAVA_DOUBLE, place(index));
  }

  /** Nanoseconds of {@link #place} beyond a subtraction, where computing is modelled. */
  long placeNanos();

  @Override
  void close();

  /**
   * A localized part: its elements stand as in the array.
   *
   * @param first the index of the first element
   */
  record InPlace(LocalView view, MemorySegment memory, long first) implements AtHand {
    static InPlace of(Part part) {
      LocalView view = part.region().localize(Access.READ);
      return new InPlace(view, view.segment(), first(part, view));
    }

    private static long first(Part part, LocalView view) {
      return (view.offset() - part.array().range().offset()) / part.array().elementBytes();
    }

    @Override
    public long place(long index) {
      return index - first;
    }

    @Override
    public long placeNanos() {
      return 0;
    }

    @Override
    public void close() {
      view.close();
    }
  }

  /** A part in a buffer of the program's own, its elements one after the other. */
  record Packed(Part part, MemorySegment buffer) implements AtHand {
    /** Part with an empty buffer. */
    static Packed of(Part part) {
      return new Packed(part, NativeBuffers.take((long) part.count() * Double.BYTES));
    }

    /** Gets all bytes together. */
    Packed fill() {
      if (part.count() > 0) {
        MemorySegment to = buffer.asSlice(0, (long) part.count() * Double.BYTES);
        part.array().range().memory().read(part.bytes(), to);
      }
      return this;
    }

    /** Gets one element after the other. */
    Packed fillSingly() {
      MemorySegment element = NativeBuffers.take(Double.BYTES);
      MemorySegment to = element.asSlice(0, Double.BYTES);
      for (int place = 0; place < part.count(); place++) {
        part.array().range().read(part.index(place) * Double.BYTES, to);
        buffer.setAtIndex(JAVA_DOUBLE, place, to.get(JAVA_DOUBLE, 0));
      }
      NativeBuffers.give(element);
      return this;
    }

    @Override
    public MemorySegment memory() {
      return buffer;
    }

    @Override
    public long place(long index) {
      return part.place(index);
    }

    @Override
    public long placeNanos() {
      return part.placeNanos();
    }

    @Override
    public void close() {
      NativeBuffers.give(buffer);
    }
  }
}
