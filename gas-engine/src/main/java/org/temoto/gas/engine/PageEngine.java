package org.temoto.gas.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.OptionGroup;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Engine;

/** Engine of pages, directory words and cached copies, on any backend. Stateless. */
public final class PageEngine implements Engine {
  /** For the service loader. */
  public PageEngine() {}

  @Override
  public void launch(GasOptions options, Consumer<GlobalAddressSpace> program) {
    List<Backend> backends = backends();
    Backend backend = choose(backends, options.backend());
    GasOptions chosen = resolve(backends, backend, options);
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
    List<Backend> backends = backends();
    return resolve(backends, choose(backends, options.backend()), options);
  }

  /** Groups that are not attached count, too: a property of the JVM may have set what they say. */
  private static GasOptions resolve(List<Backend> backends, Backend chosen, GasOptions options) {
    Map<Class<?>, OptionGroup> others = new LinkedHashMap<>();
    backends.forEach(
        each -> each.defaultGroups().forEach(group -> others.put(group.getClass(), group)));
    options.groups().forEach(group -> others.put(group.getClass(), group));
    others.remove(EngineOptions.class);
    chosen.defaultGroups().forEach(group -> others.remove(group.getClass()));
    others.values().forEach(OptionGroup::requireIgnorable);
    return chosen.resolve(options);
  }

  /** Of the context class loader, or, if that sees none, of the engine's own. */
  private static List<Backend> backends() {
    List<Backend> seen = new ArrayList<>();
    ServiceLoader.load(Backend.class).forEach(seen::add);
    if (seen.isEmpty()) {
      ServiceLoader.load(Backend.class, PageEngine.class.getClassLoader()).forEach(seen::add);
    }
    return seen;
  }

  private static Backend choose(List<Backend> backends, String name) {
    boolean isAuto = name.equals(GasOptions.AUTO);
    return backends.stream()
        .filter(each -> isAuto ? each.isLaunched() : each.name().equals(name))
        .findFirst()
        .or(() ->
            backends.stream().filter(each -> isAuto && each.name().equals("simulated")).findFirst())
        .orElseThrow(() ->
            RefusedException.byOption(
                "backend",
                "backend %s is not there; found on the class path: %s"
                    .formatted(name, backends.stream().map(Backend::name).toList())));
  }
}
