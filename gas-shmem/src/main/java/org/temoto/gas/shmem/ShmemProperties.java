package org.temoto.gas.shmem;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.RefusedException;
import org.temoto.gas.cluster.ClusterOptions;
import org.temoto.gas.cluster.ClusterOptions.Threads;

/**
 * System properties for programs that do not say otherwise: a thread level for those that leave it
 * open, and {@code off} to do without aliasing or direct access.
 */
final class ShmemProperties {
  static final String THREADS = "temoto.shmem.threads";
  static final String ALIAS = "temoto.shmem.alias";
  static final String DIRECT = "temoto.shmem.direct";

  private ShmemProperties() {}

  /** {@code options} with what the properties say besides. */
  static GasOptions apply(GasOptions options) {
    return options
        .with(
            ClusterOptions.DEFAULT,
            cluster ->
                cluster
                    .withThreads(threads(cluster.threads()))
                    .withDirect(cluster.direct() && isOn(DIRECT)))
        .with(
            EngineOptions.DEFAULT,
            engine -> isOn(ALIAS) ? engine : engine.without(EngineOptions.Feature.ALIASING));
  }

  private static Threads threads(Threads chosen) {
    String text = System.getProperty(THREADS);
    if (text == null || chosen != Threads.BEST) {
      return chosen;
    }
    return Arrays.stream(Threads.values())
        .filter(level -> word(level).equals(text))
        .findFirst()
        .orElseThrow(
            () -> new RefusedException(THREADS + "=" + text + " must be one of " + words()));
  }

  private static String words() {
    return Arrays.stream(Threads.values())
        .map(ShmemProperties::word)
        .collect(Collectors.joining(", "));
  }

  private static String word(Threads level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isOn(String property) {
    return switch (System.getProperty(property, "on")) {
      case "on" -> true;
      case "off" -> false;
      case String text -> throw new RefusedException(property + "=" + text + " must be on or off");
    };
  }
}
