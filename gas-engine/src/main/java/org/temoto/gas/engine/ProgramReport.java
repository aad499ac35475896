package org.temoto.gas.engine;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalAddressSpace.Report;

/** Report of one PE's program. */
final class ProgramReport implements Report {
  private static final double NANOS = 1e9;

  private final GlobalAddressSpace space;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private Boolean verified;
  private long nanos;
  private boolean measured;
  private Runnable begins = () -> {};
  private Runnable ends = () -> {};

  ProgramReport(GlobalAddressSpace space) {
    this.space = space;
  }

  void watch(Runnable first, Runnable last) {
    begins = first;
    ends = last;
  }

  @Override
  public Report put(String name, Object value) {
    Objects.requireNonNull(name, "name");
    values.put(name, snapshot(name, value));
    return this;
  }

  /** Copy of {@code value} as it is now, of a type that JSON has: number, truth value or text. */
  private static Object snapshot(String name, Object value) {
    return switch (value) {
      case Boolean _, Byte _, Short _, Integer _, Long _, Float _, Double _ -> value;
      case BigInteger _, BigDecimal _ -> value;
      case AtomicInteger count -> count.get();
      case AtomicLong count -> count.get();
      case LongAdder sum -> sum.sum();
      case LongAccumulator result -> result.get();
      case DoubleAdder sum -> sum.sum();
      case DoubleAccumulator result -> result.get();
      case CharSequence text -> text.toString();
      case null -> throw refused(name, "null");
      default -> {
        String type = value.getClass().getTypeName();
        throw refused(name, value instanceof Number ? value + ", a " + type : type);
      }
    };
  }

  private static IllegalArgumentException refused(String name, String what) {
    return new IllegalArgumentException(
        "value of \"" + name + "\": a number, a boolean or a text, not " + what);
  }

  @Override
  public Report verify(boolean isRight) {
    verified = isRight && !Boolean.FALSE.equals(verified);
    return this;
  }

  @Override
  public <R> R measure(Supplier<R> computation) {
    begins.run();
    space.barrier();
    long start = space.nanoTime();
    R result = computation.get();
    nanos += space.nanoTime() - start;
    measured = true;
    ends.run();
    return result;
  }

  @Override
  public Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }

  @Override
  public Optional<Boolean> isVerified() {
    return Optional.ofNullable(verified);
  }

  @Override
  public OptionalDouble seconds() {
    return measured ? OptionalDouble.of(nanos / NANOS) : OptionalDouble.empty();
  }
}
