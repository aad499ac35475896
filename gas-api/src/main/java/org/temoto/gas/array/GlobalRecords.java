package org.temoto.gas.array;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalRange;
import org.temoto.gas.MemoryOptions;
import org.temoto.gas.Request;

/**
 * A global array of records of one class, as they stand in memory: components in their order, each
 * at the next multiple of its own size, records of records in their place. Components are
 * primitives, {@link GlobalRef references}, records of these, and arrays of primitives or
 * references that are marked with their {@link Length}. A record of one {@code byte}, {@code short}
 * or {@code boolean} takes no more than that has. Bytes are in the order of the machine. A value
 * that tasks may carry; thread-safe.
 *
 * <p>{@link RecordView#get} makes a record by its constructor, which must take the zeros of new
 * memory; loops over single components go through {@link #component}.
 *
 * @param range the bytes, which begin at a multiple of 8 or of the record's own alignment
 * @param type the class of the records
 */
public record GlobalRecords<R extends Record>(GlobalRange range, Class<R> type) {
  /**
   * @throws org.temoto.gas.RefusedException if records of that class cannot stand in memory
   * @throws IllegalArgumentException if the range does not hold whole, aligned records
   */
  public GlobalRecords {
    RecordLayout<R> layout = RecordLayout.of(type);
    if (range.offset() % layout.alignment() != 0 || range.length() % layout.bytes() != 0) {
      throw new IllegalArgumentException(
          "range at offset=%s of %s bytes must hold whole records of %s bytes, aligned to %s"
              .formatted(range.offset(), range.length(), layout.bytes(), layout.alignment()));
    }
  }

  /**
   * Allocates a memory of {@code length} records, all zeros. Collective.
   *
   * @throws org.temoto.gas.RefusedException if records of that class cannot stand in memory
   */
  public static <R extends Record> GlobalRecords<R> allocate(
      GlobalAddressSpace space, String name, Class<R> type, long length) {
    int bytes = bytes(type);
    return new GlobalRecords<>(
        space.allocate(MemoryOptions.elements(name, length, bytes)).whole(), type);
  }

  /**
   * Bytes from one record of the class to the next.
   *
   * @throws org.temoto.gas.RefusedException if records of that class cannot stand in memory
   */
  public static int bytes(Class<? extends Record> type) {
    return RecordLayout.of(type).bytes();
  }

  /**
   * Handle of a component in views, to be kept in a {@code static final} field: then its uses are
   * as fast as those of an array, and allocate nothing; elsewhere it is slow. Its coordinates are a
   * {@link RecordView} and the index of a record as a {@code long}, and of an element if the
   * component is an array:
   *
   * <pre>{@code
   * static final VarHandle MASS = GlobalRecords.component(Body.class, "mass");
   *
   * double mass = (double) MASS.get(view, i);
   * }</pre>
   *
   * <p>It gets and sets; nothing is atomic. To set some components only, localize with {@link
   * Access#READ_WRITE}. Bad indices and closed views are refused as by the view's methods, a view
   * of another class by a {@link ClassCastException}, and a store through a view for {@link
   * Access#READ} by an {@link IllegalArgumentException}.
   *
   * @param name of the component; one within a record is {@code outer.inner}
   * @throws IllegalArgumentException if the class has none of that name, or it is a record
   */
  public static VarHandle component(Class<? extends Record> type, String name) {
    return RecordLayout.of(type).component(name);
  }

  /** The number of records. */
  public long length() {
    return range.length() / bytes(type);
  }

  /**
   * The records [{@code from}, {@code to}) as an array of their own; no communication.
   *
   * @throws IndexOutOfBoundsException if they are not all of this array
   */
  public GlobalRecords<R> slice(long from, long to) {
    return new GlobalRecords<>(elements(from, to), type);
  }

  /** Brings the whole array to hand; cost as {@link org.temoto.gas.GlobalMemory#localize}. */
  public RecordView<R> localize(Access access) {
    return new RecordView<>(range.localize(access), RecordLayout.of(type));
  }

  /** As {@link #localize}, while the task goes on. */
  public Request<RecordView<R>> localizeAsync(Access access) {
    return range.localizeAsync(access).map(view -> new RecordView<>(view, RecordLayout.of(type)));
  }

  /**
   * Brings the records [{@code from}, {@code to}) to hand.
   *
   * @throws IndexOutOfBoundsException if they are not all of this array
   */
  public RecordView<R> localize(long from, long to, Access access) {
    return new RecordView<>(elements(from, to).localize(access), RecordLayout.of(type));
  }

  /**
   * Brings record {@code index} to hand, and returns it; a loop takes a view.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public R get(long index) {
    try (RecordView<R> view = localize(index, index + 1, Access.READ)) {
      return view.get(0);
    }
  }

  /**
   * Stores {@code value} as record {@code index}, and commits it; a loop takes a view.
   *
   * @throws IndexOutOfBoundsException if there is none
   * @throws IllegalArgumentException as of {@link RecordView#set}
   */
  public void set(long index, R value) {
    RecordLayout.of(type).check(value); // closing may publish what is localized, stored or not
    try (RecordView<R> view = localize(index, index + 1, Access.WRITE)) {
      view.setChecked(0, value);
      view.commit();
    }
  }

  /**
   * Brings the whole array to hand, and returns its records, in a list that cannot be changed.
   *
   * @throws IllegalStateException if there are more than a list can hold
   */
  public List<R> toList() {
    if (length() > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("a list cannot hold " + length() + " records");
    }
    try (RecordView<R> view = localize(Access.READ)) {
      List<R> list = new ArrayList<>((int) view.length());
      for (long i = 0; i < view.length(); i++) {
        list.add(view.get(i));
      }
      return Collections.unmodifiableList(list);
    }
  }

  /**
   * Stores {@code generator.apply(i)} as each record {@code i}, in turn, and commits them; if it
   * throws, those before may be stored, and with automatic coherence the rest is unspecified.
   *
   * @throws IllegalArgumentException as of {@link RecordView#set}
   */
  public void setAll(LongFunction<? extends R> generator) {
    try (RecordView<R> view = localize(Access.WRITE)) {
      for (long i = 0; i < view.length(); i++) {
        view.set(i, generator.apply(i));
      }
      view.commit();
    }
  }

  private GlobalRange elements(long from, long to) {
    if (from < 0 || to < from || to > length()) {
      throw new IndexOutOfBoundsException(
          "records [" + from + ", " + to + ") are outside an array of " + length());
    }
    int bytes = bytes(type);
    return range.slice(from * bytes, (to - from) * bytes);
  }

  /**
   * Annotation of a record's component that is an array: how many elements it has in each record
   * that stands in global memory.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Length {
    /** At least 1. */
    int value();
  }

  @Override
  public String toString() {
    return range.toString();
  }
}
