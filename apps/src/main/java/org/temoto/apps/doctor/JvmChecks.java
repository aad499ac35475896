package org.temoto.apps.doctor;

import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.DoubleVector;

/** What Temoto asks of the JVM; the launcher passes the flags of {@code .mvn/temoto.args}. */
final class JvmChecks {
  private static final int WANTED_JDK = 25;
  private static final String FLAGS =
      "start it by ./temoto, which passes the flags of .mvn/temoto.args";

  private JvmChecks() {}

  static List<Check> all() {
    return List.of(version(), nativeAccess(), internals(), vectors());
  }

  private static Check version() {
    return Check.of(
        "JDK",
        Runtime.version().feature() >= WANTED_JDK,
        Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
        "install a JDK " + WANTED_JDK + " or newer, or set JAVA_HOME to one");
  }

  private static Check nativeAccess() {
    boolean enabled = JvmChecks.class.getModule().isNativeAccessEnabled();
    return Check.of("native access", enabled, enabled ? "enabled" : "not enabled", FLAGS);
  }

  /** What Chronicle Bytes reaches for inside the JDK. */
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

  private static Check vectors() {
    boolean present = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return Check.of(
        "Vector API",
        present,
        present ? VectorWidth.text() : "module jdk.incubator.vector is not there",
        FLAGS);
  }

  /** Apart, because it cannot be loaded without the module. */
  private static final class VectorWidth {
    static String text() {
      return DoubleVector.SPECIES_PREFERRED.vectorBitSize() + " bits wide";
    }
  }
}
