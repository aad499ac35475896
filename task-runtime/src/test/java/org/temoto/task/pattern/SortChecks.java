package org.temoto.task.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.array.GlobalArray;
import org.temoto.gas.array.GlobalDoubles;
import org.temoto.gas.array.GlobalFloats;
import org.temoto.gas.array.GlobalInts;
import org.temoto.gas.array.GlobalLongs;
import org.temoto.task.TaskRuntime;
import org.temoto.task.pattern.sort.ElementType;

/** Sorts and merges beside those of Java arrays. */
final class SortChecks {
  private SortChecks() {}

  /** Sorts a slice, with scratch at another place of its pages; nothing around it changes. */
  static void sorts(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    GlobalArray<?, ?> all = setting.allocate(space, "keys");
    GlobalArray<?, ?> scratch = setting.allocate(space, "scratch", setting.type(), 301);
    long[] values = setting.values();
    int from = setting.length() / 5;
    int to = setting.length() - setting.length() / 7;
    if (space.pe() == 0) {
      Numbers.store(all, values);
    }
    runtime.run(context -> {
      Patterns patterns = Patterns.in(context, setting.policy());
      sort(patterns, all.slice(from, to), scratch.slice(from, to));
      return null;
    });
    if (space.pe() == 0) {
      Arrays.sort(values, from, to);
      assertThat(Numbers.load(all)).as("%s", setting).isEqualTo(values);
    }
    space.barrier();
  }

  private static void sort(Patterns patterns, GlobalArray<?, ?> a, GlobalArray<?, ?> b) {
    switch (a) {
      case GlobalInts keys -> patterns.sort(keys, (GlobalInts) b);
      case GlobalLongs keys -> patterns.sort(keys, (GlobalLongs) b);
      case GlobalFloats keys -> patterns.sort(keys, (GlobalFloats) b);
      case GlobalDoubles keys -> patterns.sort(keys, (GlobalDoubles) b);
    }
  }

  static void pairs(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    ElementType other = ElementType.values()[(setting.type().ordinal() + 1) % 4];
    GlobalArray<?, ?> keys = setting.allocate(space, "keys");
    GlobalArray<?, ?> values = setting.allocate(space, "values", other, 9);
    GlobalArray<?, ?> scratchKeys = setting.allocate(space, "scratch of keys", setting.type(), 1);
    GlobalArray<?, ?> scratchValues = setting.allocate(space, "scratch of values", other, 2);
    long[] all = setting.values();
    long[] unsorted = LoopChecks.each(setting.length(), i -> all[(int) i] / 10);
    if (space.pe() == 0) {
      Numbers.store(keys, unsorted);
      Numbers.store(values, LoopChecks.each(setting.length(), i -> i));
    }
    runtime.run(context -> {
      Patterns patterns = Patterns.in(context, setting.policy());
      sort(patterns, keys, values, scratchKeys, scratchValues);
      return null;
    });
    if (space.pe() == 0) {
      long[] order =
          IntStream.range(0, setting.length())
              .boxed()
              .sorted(Comparator.comparingLong(i -> unsorted[i]))
              .mapToLong(Integer::longValue)
              .toArray();
      assertThat(Numbers.load(values)).as("%s", setting).isEqualTo(order);
      assertThat(Numbers.load(keys))
          .as("%s", setting)
          .isEqualTo(LoopChecks.each(setting.length(), i -> unsorted[(int) order[(int) i]]));
    }
    space.barrier();
  }

  private static void sort(
      Patterns patterns,
      GlobalArray<?, ?> keys,
      GlobalArray<?, ?> values,
      GlobalArray<?, ?> scratchKeys,
      GlobalArray<?, ?> scratchValues) {
    switch (keys) {
      case GlobalInts ints ->
          patterns.sort(
              ints, (GlobalLongs) values, (GlobalInts) scratchKeys, (GlobalLongs) scratchValues);
      case GlobalLongs longs ->
          patterns.sort(
              longs,
              (GlobalFloats) values,
              (GlobalLongs) scratchKeys,
              (GlobalFloats) scratchValues);
      case GlobalFloats floats ->
          patterns.sort(
              floats,
              (GlobalDoubles) values,
              (GlobalFloats) scratchKeys,
              (GlobalDoubles) scratchValues);
      case GlobalDoubles doubles ->
          patterns.sort(
              doubles,
              (GlobalInts) values,
              (GlobalDoubles) scratchKeys,
              (GlobalInts) scratchValues);
    }
  }

  static void merges(GlobalAddressSpace space, TaskRuntime runtime, Setting setting) {
    GlobalArray<?, ?> all = setting.allocate(space, "runs");
    GlobalArray<?, ?> others = setting.allocate(space, "other runs");
    GlobalArray<?, ?> into = setting.allocate(space, "into", setting.type(), 77);
    long[] values = setting.values();
    int half = setting.length() / 3;
    Arrays.sort(values, 0, half);
    Arrays.sort(values, half, values.length);
    if (space.pe() == 0) {
      Numbers.store(all, values);
      Numbers.store(others, values);
    }
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    for (GlobalArray<?, ?> rights : List.of(all, others)) { // of one memory, and of two
      runtime.run(context -> {
        Patterns patterns = Patterns.in(context, setting.policy());
        merge(patterns, all.slice(0, half), rights.slice(half, values.length), into);
        return null;
      });
      if (space.pe() == 0) {
        assertThat(Numbers.load(into)).as("%s", setting).isEqualTo(sorted);
        Numbers.store(into, new long[values.length]);
      }
    }
    space.barrier();
  }

  private static void merge(
      Patterns patterns, GlobalArray<?, ?> a, GlobalArray<?, ?> b, GlobalArray<?, ?> into) {
    switch (a) {
      case GlobalInts left -> patterns.merge(left, (GlobalInts) b, (GlobalInts) into);
      case GlobalLongs left -> patterns.merge(left, (GlobalLongs) b, (GlobalLongs) into);
      case GlobalFloats left -> patterns.merge(left, (GlobalFloats) b, (GlobalFloats) into);
      case GlobalDoubles left -> patterns.merge(left, (GlobalDoubles) b, (GlobalDoubles) into);
    }
  }
}
