package org.temoto.gas.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Backend;

/** Chooses a backend and runs a program on its processing elements. */
public final class Launcher {
  private Launcher() {}

  public static void launch(GasOptions options, Consumer<GlobalAddressSpace> program) {
    Backend backend = choose(options.backend());
    GasOptions chosen = backend.conclude(options);
    backend.launch(
        chosen,
        pe -> {
          try (Space space = new Space(pe, chosen)) {
            space.run(program);
            space.meetAtTheEnd();
          }
        });
  }

  /** The options that a job has with what its backend decides, such as the number of PEs. */
  public static GasOptions conclude(GasOptions options) {
    return choose(options.backend()).conclude(options);
  }

  private static Backend choose(String name) {
    List<String> names = new ArrayList<>();
    Backend simulated = null;
    for (Backend backend : ServiceLoader.load(Backend.class)) {
      names.add(backend.name());
      if (name.equals(backend.name()) || name.equals(GasOptions.AUTO) && backend.isLaunched()) {
        return backend;
      }
      if (backend.name().equals("simulated")) {
        simulated = backend;
      }
    }
    if (name.equals(GasOptions.AUTO) && simulated != null) {
      return simulated;
    }
    throw RefusedException.byOption(
        "backend", "backend " + name + " is not there; found on the class path: " + names);
  }
}
