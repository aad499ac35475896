package org.temoto.apps.sort;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;
import org.temoto.apps.ArrayKind;
import org.temoto.apps.io.NpyFile;
import org.temoto.apps.io.NpyHeader;
import org.temoto.apps.io.NpyReader;
import org.temoto.apps.io.NpyWriter;
import org.temoto.apps.report.Measurement;
import org.temoto.apps.report.Progress;
import org.temoto.gas.Access;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.task.RuntimeOptions;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.Cilksort;
import org.temoto.task.pattern.sort.ElementType;
import org.temoto.task.pattern.sort.Keys;
import org.temoto.task.pattern.sort.SortPlan;

/**
 * Program that every PE runs: brings keys into global memory, sorts them there, verifies, and
 * writes them.
 *
 * @param output where the sorted keys go, if anywhere
 * @param arrays what the tasks work on; {@link ArrayKind#SHARED} with one PE only
 */
public record SortJob(Source source, Optional<Path> output, SortPlan plan, ArrayKind arrays) {
  /** A job on global memory. */
  public SortJob(Source source, Optional<Path> output, SortPlan plan) {
    this(source, output, plan, ArrayKind.GLOBAL);
  }

  /** Source of keys. */
  public sealed interface Source {
    ElementType type();

    long count();

    /** The byte order that sorted keys are written in. */
    ByteOrder order();

    /** Fills this PE's part of {@code keys}. */
    void fill(Keys keys);
  }

  /** Generated keys. */
  public record Generated(KeyGenerator generator) implements Source {
    @Override
    public ElementType type() {
      return generator.type();
    }

    @Override
    public long count() {
      return generator.count();
    }

    @Override
    public ByteOrder order() {
      return ByteOrder.nativeOrder();
    }

    @Override
    public void fill(Keys keys) {
      generator.fill(keys);
    }
  }

  /** The keys of a {@code .npy} file of one dimension. */
  public record FromFile(NpyFile file) implements Source {
    @Override
    public ElementType type() {
      return file.header().type();
    }

    @Override
    public long count() {
      return file.header().elements();
    }

    /** Byte order of the file, which {@code numpy.sort} keeps, too. */
    @Override
    public ByteOrder order() {
      return file.header().order();
    }

    @Override
    public void fill(Keys keys) {
      new NpyReader(file).readInto(keys.range().memory());
    }
  }

  /** Result of a job. */
  public record Outcome(boolean verified, Measurement<Void> measurement) {}

  /** The same job, which writes nothing. */
  public SortJob withoutOutput() {
    return new SortJob(source, Optional.empty(), plan, arrays);
  }

  /** Bytes that keys and scratch take on all PEs together. */
  public long dataBytes() {
    return Math.multiplyExact(2 * source.count(), source.type().bytes());
  }

  /** Collective. */
  public Outcome run(GlobalAddressSpace space, RuntimeOptions limits, Progress progress) {
    try (TaskRuntime runtime = TaskRuntime.start(space, limits);
        GlobalMemory memory = allocate(space, "keys");
        GlobalMemory scratch = allocate(space, "scratch")) {
      Keys keys = keys(memory);
      progress.begin(space, "bringing in " + source.count() + " keys");
      source.fill(keys);
      space.barrier();
      KeyCheck before = KeyCheck.of(keys);
      progress.begin(space, "sorting " + source.count() + " keys");
      Measurement<Void> measurement =
          switch (arrays) {
            case GLOBAL ->
                Measurement.of(
                    space, runtime, () -> runtime.run(new Cilksort(keys, keys(scratch), plan)));
            case SHARED -> sortShared(space, runtime, keys, keys(scratch));
          };
      progress.begin(space, "verifying the order");
      KeyCheck after = KeyCheck.of(keys);
      boolean verified = after.isAscending() && after.hasSameKeys(before);
      if (verified && output.isPresent()) {
        progress.begin(space, "writing " + output.get());
        NpyHeader header = NpyHeader.of(source.type(), source.order(), source.count());
        new NpyWriter(output.get()).write(memory, header);
      }
      return new Outcome(verified, measurement);
    }
  }

  /**
   * The memory is brought to hand before, as a whole: what is measured are tasks on plain memory.
   */
  private Measurement<Void> sortShared(
      GlobalAddressSpace space, TaskRuntime runtime, Keys keys, Keys scratch) {
    ArrayKind.requireOnePe(space.pes());
    try (LocalView data = keys.localize(Access.READ_WRITE);
        LocalView other = scratch.localize(Access.WRITE)) {
      SharedCilksort sort =
          new SharedCilksort(
              SharedKeys.of(source.type(), data), SharedKeys.of(source.type(), other), plan);
      Measurement<Void> measurement = Measurement.of(space, runtime, () -> runtime.run(sort));
      data.commit();
      return measurement;
    }
  }

  private GlobalMemory allocate(GlobalAddressSpace space, String name) {
    return space.allocate(name, Math.max(1, bytes()));
  }

  private Keys keys(GlobalMemory memory) {
    return new Keys(source.type(), memory.range(0, bytes()));
  }

  private long bytes() {
    return Math.multiplyExact(source.count(), source.type().bytes());
  }
}
