package org.temoto.gas.array;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.temoto.gas.LocalView;
import org.temoto.gas.spi.RawMemory;

/** A global array of records at hand. */
public final class RecordView<R extends Record> extends ArrayView {
  private static final MemorySegment ALL_TO_READ = RawMemory.ALL.asReadOnly();

  private final RecordLayout<R> layout;

  RecordView(LocalView view, RecordLayout<R> layout) {
    super(view, layout.bytes(), layout.narrowest());
    this.layout = layout;
  }

  /**
   * Record {@code index}: a new one, which the compiler mostly need not allocate where it is taken
   * apart at once, if the program has few such classes.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public R get(long index) {
    long at = inside(index) * layout.bytes();
    boolean direct = loadsDirectly();
    return layout.read(direct ? RawMemory.ALL : loads(), direct ? base() + at : at);
  }

  /**
   * Stores {@code value} as record {@code index}.
   *
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalStateException if the view is for {@link org.temoto.gas.Access#READ}
   * @throws IllegalArgumentException if it or a component is null, or an array not as long as it
   *     has to be; then nothing is stored
   */
  public void set(long index, R value) {
    layout.check(value);
    setChecked(index, value);
  }

  /** Stores a value that {@link RecordLayout#check} has let pass. */
  void setChecked(long index, R value) {
    long at = inside(index) * layout.bytes();
    boolean direct = storesDirectly();
    layout.write(direct ? RawMemory.ALL : stores(index), direct ? base() + at : at, value);
  }

  /** The memory in which a component's handle loads and stores. */
  static MemorySegment memory(RecordView<?> view) {
    if (!view.loadsDirectly()) {
      return view.loads();
    }
    return view.view().access().writes() ? RawMemory.ALL : ALL_TO_READ;
  }

  /** The place there of a component that stands {@code offset} bytes into its record. */
  static long place(RecordLayout<?> layout, int offset, RecordView<?> view, long index) {
    if (view.layout != layout) {
      throw new ClassCastException(
          "component of " + layout.name() + " used with " + view + " of " + view.layout.name());
    }
    long at = view.inside(index) * layout.bytes() + offset;
    return view.loadsDirectly() ? view.base() + at : at;
  }

  /** The place of element {@code element} of an array. */
  static long element(
      RecordLayout<?> layout,
      int offset,
      int length,
      int elementBytes,
      RecordView<?> view,
      long index,
      long element) {
    long within = Objects.checkIndex(element, length) * elementBytes;
    return place(layout, offset, view, index) + within;
  }
}
