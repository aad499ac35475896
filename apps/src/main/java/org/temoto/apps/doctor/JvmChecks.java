package org.temoto.apps.doctor;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks of what Temoto asks of the JVM; the launcher passes the flags of {@code .mvn/temoto.args}.
 */
final class JvmChecks {
  private static final int WANTED_JDK = 25;
  private static final String VECTORS = "jdk.incubator.vector";
  private static final String FLAGS =
      "start it by ./temoto, which passes the flags of .mvn/temoto.args";

  private JvmChecks() {}

  static List<Check> all() {
    return List.of(version(), nativeAccess(), internals(), vectors(), collector(), fileNames());
  }

  private static Check version() {
    return Check.of(
            "JDK",
            Runtime.version().feature() >= WANTED_JDK,
            Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
            "install a JDK " + WANTED_JDK + " or newer, or set JAVA_HOME to one")
        .asNeeded();
  }

  private static Check nativeAccess() {
    boolean enabled = JvmChecks.class.getModule().isNativeAccessEnabled();
    return Check.of("native access", enabled, enabled ? "enabled" : "not enabled", FLAGS);
  }

  /** Check of the JDK's internals that Chronicle Bytes reaches for. */
  private static Check internals() {
    Module base = Object.class.getModule();
    Module own = JvmChecks.class.getModule();
    List<String> missing = new ArrayList<>();
    for (String exported : List.of("jdk.internal.ref", "sun.nio.ch")) {
      if (!base.isExported(exported, own)) {
        missing.add(exported);
      }
    }
    if (!base.isOpen("java.lang.reflect", own)) {
      missing.add("java.lang.reflect");
    }
    return Check.of(
        "Chronicle Bytes",
        missing.isEmpty(),
        missing.isEmpty() ? "has the access that it needs" : "has no access to " + missing,
        FLAGS);
  }

  /** Check that the JDK has the Vector API: the launcher passes the flag where vectors are used. */
  private static Check vectors() {
    boolean present = ModuleFinder.ofSystem().find(VECTORS).isPresent();
    return Check.of(
        "Vector API",
        present,
        present ? VECTORS + " is there" : "module " + VECTORS + " is not there",
        "matmul needs --kernel plain; install a whole JDK " + WANTED_JDK);
  }

  private static Check collector() {
    String names =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(MemoryManagerMXBean::getName)
            .collect(Collectors.joining(", "));
    boolean parallel = names.startsWith("PS");
    return Check.of(
        "collector",
        true,
        names + (parallel ? "" : ": chosen by the JVM's flags; Temoto's is -XX:+UseParallelGC"),
        "");
  }

  /** File names are Unicode only where the locale's characters are. */
  private static Check fileNames() {
    String encoding = System.getProperty("sun.jnu.encoding");
    return Check.of(
        "file names",
        encoding.equals(StandardCharsets.UTF_8.name()),
        "are " + encoding,
        "others cannot be opened; set LC_ALL=C.UTF-8");
  }
}
