package org.temoto.apps;

import org.temoto.gas.RefusedException;

/** The incubator module of the Vector API, which a JVM has only if it was asked for. */
public final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";

  private VectorModule() {}

  /**
   * Returns if this JVM has the module.
   *
   * @param user what needs it
   * @param otherwise what to do without it, appended to the message
   * @throws RefusedException if the JVM was started without
   */
  public static void require(String user, String otherwise) {
    if (ModuleLayer.boot().findModule(NAME).isEmpty()) {
      throw new RefusedException(
          user
              + " needs the Vector API: set TEMOTO_JAVA_OPTS=--add-modules="
              + NAME
              + ", which ./temoto passes to the JVM"
              + otherwise);
    }
  }
}
