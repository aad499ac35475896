package org.temoto.gas.shmem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reader of jextract's arguments and of its comments in the bindings' source. */
final class GeneratedSource {
  private static final Path SYMBOLS = Path.of("src/main/jextract/openshmem.symbols");
  private static final Path SOURCE =
      Path.of("src/main/java/org/temoto/gas/shmem/bindings/OpenShmem.java");

  /** A C function's line in a comment: return type, name, parameters. */
  private static final Pattern FUNCTION =
      Pattern.compile("^ +\\* (\\w[\\w ]*?[ *]+)(shmem_\\w+)\\((.*)\\)$");

  /** A function as the C header declared it when the bindings were generated. */
  record Function(String name, String returned, List<String> parameters) {
    static Function of(Matcher line) {
      String parameters = line.group(3);
      return new Function(
          line.group(2),
          line.group(1).strip(),
          parameters.isEmpty() ? List.of() : Arrays.asList(parameters.split(", ", -1)));
    }

    String declaration() {
      String list = parameters.isEmpty() ? "void" : String.join(", ", parameters);
      return "extern " + returned + " " + name + "(" + list + ");";
    }
  }

  private GeneratedSource() {}

  /** The names after {@code --include-KIND} in the symbols file. */
  static List<String> symbols(String kind) throws IOException {
    String prefix = "--include-" + kind + " ";
    try (Stream<String> lines = Files.lines(SYMBOLS)) {
      return lines
          .filter(l -> l.startsWith(prefix))
          .map(l -> l.substring(prefix.length()))
          .toList();
    }
  }

  /** Functions by name. */
  static Map<String, Function> functions() throws IOException {
    try (Stream<String> lines = Files.lines(SOURCE)) {
      Map<String, Function> functions = new TreeMap<>();
      lines
          .map(FUNCTION::matcher)
          .filter(Matcher::matches)
          .map(Function::of)
          .forEach(f -> functions.put(f.name(), f));
      return functions;
    }
  }
}
