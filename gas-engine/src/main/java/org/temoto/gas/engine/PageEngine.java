package org.temoto.gas.engine;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Engine;
import org.temoto.gas.spi.ServiceFiles;

/** Engine of pages, directory words and cached copies, on any backend. Stateless. */
public final class PageEngine implements Engine {
  /** For the service loader. */
  public PageEngine() {}

  @Override
  public void launch(GasOptions options, Consumer<GlobalAddressSpace> program) {
    List<Backend> backends = backends();
    Backend backend = choose(backends, options.backend());
    GasOptions chosen = resolve(backends, backend, options);
    List<String> ignored =
        foreign(backends, backend)
            .flatMap(initial -> options.group(initial).ignored().stream())
            .toList();
    backend.launch(
        chosen,
        pe -> {
          if (pe.rank() == 0 && !ignored.isEmpty()) {
            System.getLogger("org.temoto.gas")
                .log(
                    Level.WARNING,
                    "a job on %s goes without %s"
                        .formatted(backend.name(), String.join(" and ", ignored)));
          }
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

  private static GasOptions resolve(List<Backend> backends, Backend chosen, GasOptions options) {
    List<OptionGroup> initials =
        foreign(backends, chosen)
            .filter(initial -> !options.group(initial).ignored().isEmpty())
            .toList();
    GasOptions kept = options;
    for (OptionGroup initial : initials) {
      kept = kept.with(initial);
    }
    return chosen.resolve(kept);
  }

  /** The groups that {@code chosen} does not know, as they are where none is attached. */
  private static Stream<OptionGroup> foreign(List<Backend> backends, Backend chosen) {
    Set<Class<?>> known =
        chosen.defaultGroups().stream().map(Object::getClass).collect(Collectors.toSet());
    return backends.stream()
        .flatMap(each -> each.defaultGroups().stream())
        .filter(initial -> !known.contains(initial.getClass()));
  }

  /** The backends of the context class loader, or, if that sees none, of the engine's own. */
  private static List<Backend> backends() {
    List<Backend> seen = new ArrayList<>();
    ClassLoader context = ServiceFiles.of(Thread.currentThread().getContextClassLoader());
    ServiceLoader.load(Backend.class, context).forEach(seen::add);
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
