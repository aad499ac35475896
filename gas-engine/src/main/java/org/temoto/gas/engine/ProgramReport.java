package org.temoto.gas.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
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
    if (!(value instanceof Number || value instanceof Boolean || value instanceof CharSequence)) {
      throw new IllegalArgumentException(
          "value of \"" + name + "\": a number, a boolean or a text, not " + value);
    }
    values.put(name, value instanceof CharSequence text ? text.toString() : value);
    return this;
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
