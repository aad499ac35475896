package org.temoto.gas.shmem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader of what jextract makes the bindings of: its arguments, and the header of functions. */
final class BindingsSource {
  private static final Path SYMBOLS = Path.of("src/main/jextract/openshmem.symbols");
  private static final Path FUNCTIONS = Path.of("src/main/jextract/functions.h");

  /** A function as OpenSHMEM declares it, in a comment, and by words in the next line. */
  private static final Pattern FUNCTION =
      Pattern.compile(
          "^// (\\w[\\w ]*?[ *]+)(shmem_\\w+)\\((.*)\\);\\Rword (\\w+)\\((.*)\\);$",
          Pattern.MULTILINE);

  /**
   * A function of OpenSHMEM.
   *
   * @param parameters as it declares them
   * @param bound the name in the declaration by words
   * @param words the parameters there
   */
  record Function(
      String name, String returned, List<String> parameters, String bound, List<String> words) {
    static Function of(MatchResult lines) {
      String parameters = lines.group(3);
      return new Function(
          lines.group(2),
          lines.group(1).strip(),
          parameters.equals("void") ? List.of() : Arrays.asList(parameters.split(", ", -1)),
          lines.group(4),
          Arrays.asList(lines.group(5).split(", ", -1)));
    }

    String declaration() {
      String list = parameters.isEmpty() ? "void" : String.join(", ", parameters);
      return "extern " + returned + " " + name + "(" + list + ");";
    }
  }

  private BindingsSource() {}

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
    return FUNCTION
        .matcher(Files.readString(FUNCTIONS))
        .results()
        .map(Function::of)
        .collect(Collectors.toMap(Function::name, f -> f, (one, other) -> one, TreeMap::new));
  }
}
