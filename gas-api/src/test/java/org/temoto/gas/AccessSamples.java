package org.temoto.gas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.temoto.gas.MemoryTest.PAGE;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.array.ArrayView;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.gas.array.GlobalMatrix;

/** Samples of what programs do with memory at hand, for tests of what is refused. */
final class AccessSamples {
  private AccessSamples() {}

  /** Every way in which Java stores into a segment of at least 64 bytes. */
  static final List<Consumer<MemorySegment>> STORES =
      List.of(
          to -> to.set(JAVA_BYTE, 0, (byte) 1),
          to -> to.set(JAVA_SHORT, 0, (short) 1),
          to -> to.set(JAVA_CHAR_UNALIGNED, 1, 'x'),
          to -> to.set(JAVA_INT, 0, 1),
          to -> to.set(JAVA_LONG, 0, 1),
          to -> to.set(JAVA_FLOAT, 0, 1),
          to -> to.set(JAVA_DOUBLE, 0, 1),
          to -> to.setAtIndex(JAVA_INT, 3, 1),
          to -> to.setString(0, "text"),
          to -> to.fill((byte) 1),
          to -> to.copyFrom(MemorySegment.ofArray(new byte[] {1})),
          to -> MemorySegment.copy(MemorySegment.ofArray(new byte[] {1}), 0, to, 0, 1),
          to -> MemorySegment.copy(new int[] {1}, 0, to, JAVA_INT, 0, 1),
          to -> to.asByteBuffer().put(0, (byte) 1),
          to -> to.asSlice(8, 8).fill((byte) 1),
          to -> to.asSlice(8, 8).reinterpret(16).set(JAVA_LONG, 0, 1),
          to -> JAVA_LONG.varHandle().setVolatile(to, 0L, 1L),
          to -> JAVA_LONG.varHandle().setOpaque(to, 0L, 1L),
          to -> JAVA_LONG.varHandle().compareAndSet(to, 0L, 0L, 1L),
          to -> JAVA_LONG.varHandle().getAndAdd(to, 0L, 1L),
          to -> JAVA_INT.arrayElementVarHandle().set(to, 0L, 1L, 1));

  /** The views of {@code memory} that can be had for reading, of any shape. */
  static List<LocalView> readViews(GlobalMemory memory) {
    GlobalRange first = memory.range(PAGE, 64);
    GlobalRange second = memory.range(3 * PAGE, 64);
    return List.of(
        memory.localize(64, 3 * PAGE, Access.READ),
        memory.localize(first, Access.READ),
        memory.localize(new Region.Strided(memory, 128, 64, 256, 8), Access.READ),
        memory.localize(new Region.Ranges(List.of(first, second)), Access.READ),
        memory.localize(memory.gather(0, 64, new long[] {1, 5, PAGE / 16}), Access.READ),
        memory.localizeAsync(64, 3 * PAGE, Access.READ).await(),
        GlobalMatrix.of(memory.whole(), 16, 16, Double.BYTES).localize(Access.READ),
        new GlobalLongs(memory.whole()).localize(Access.READ).view());
  }

  /** {@code options} with something that a refusal might depend on. */
  static GasOptions variant(GasOptions options, String variant) {
    return switch (variant) {
      case "copies" ->
          options.with(
              EngineOptions.DEFAULT, engine -> engine.without(EngineOptions.Feature.ALIASING));
      case "checks" ->
          options.with(
              EngineOptions.DEFAULT,
              engine -> engine.with(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS));
      case "no checks" ->
          options.with(
              EngineOptions.DEFAULT,
              engine -> engine.without(EngineOptions.Feature.USE_AFTER_CLOSE_CHECKS));
      case "automatic" -> options.withCoherence(Coherence.AUTOMATIC);
      default -> throw new AssertionError(variant);
    };
  }

  static List<GlobalArray<?, ?>> arrays(GlobalRange range) {
    return List.of(
        new GlobalInts(range),
        new GlobalLongs(range),
        new GlobalFloats(range),
        new GlobalDoubles(range));
  }

  static Object get(ArrayView view, long index) {
    return call(view, "get", index);
  }

  static void set(ArrayView view, long index) {
    set(view, index, 1);
  }

  static void set(ArrayView view, long index, int value) {
    Object typed =
        switch (get(view, index)) {
          case Integer _ -> value;
          case Long _ -> (long) value;
          case Float _ -> (float) value;
          default -> (double) value;
        };
    call(view, "set", index, typed);
  }

  static Object call(ArrayView view, String name, Object... arguments) {
    Method method =
        Stream.of(view.getClass().getMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    try {
      return method.invoke(view, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new AssertionError(e);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
