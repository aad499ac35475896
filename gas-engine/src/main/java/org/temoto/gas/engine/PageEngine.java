package org.temoto.gas.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.OptionGroup;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Engine;

/** The engine of pages, on the backend that the options name. Immutable. */
public final class PageEngine implements Engine {
  /** For the service loader. */
  public PageEngine() {}

  @Override
  public void launch(GasOptions options, Consumer<GlobalAddressSpace> program) {
    Backend backend = choose(options.backend());
    GasOptions chosen = resolve(backend, options);
    backend.launch(
        chosen,
        pe -> {
          try (Space space = new Space(pe, chosen)) {
            space.run(program);
            space.meetAtTheEnd();
          }
        });
  }

  @Override
  public GasOptions resolve(GasOptions options) {
    return resolve(choose(options.backend()), options);
  }

  private static GasOptions resolve(Backend backend, GasOptions options) {
    for (OptionGroup group : options.groups()) {
      if (!(group instanceof EngineOptions || backend.knows(group))) {
        group.requireIgnorable();
      }
    }
    return backend.resolve(options);
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
