package org.temoto.apps;

import org.temoto.gas.RefusedException;

/** Check for the incubator module of the Vector API, which a JVM has only if it was asked for. */
public final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";

  private VectorModule() {}

  /**
   * Does nothing if this JVM has the module, and refuses otherwise.
   *
   * @param user what needs it
   * @param otherwise what else the user can do, from its comma on; may be empty
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
