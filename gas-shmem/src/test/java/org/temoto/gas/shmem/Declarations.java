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

/** Reader of the C declarations in the comments of the bindings. */
final class Declarations {
  private static final Path SOURCE =
      Path.of("src/main/java/org/temoto/gas/shmem/bindings/OpenShmem.java");

  /** A C function's line in a comment: return type, name, parameters. */
  private static final Pattern FUNCTION =
      Pattern.compile("^ +/\\*\\* \\{@code (\\w[\\w ]*?[ *]+)(shmem_\\w+)\\((.*)\\)} \\*/$");

  /** A function as the bindings say that the C header declares it. */
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

  private Declarations() {}

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
