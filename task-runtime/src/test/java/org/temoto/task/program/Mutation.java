package org.temoto.task.program;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One step of the protocol left out of the real sources.
 *
 * @param edits what is replaced; each must occur exactly once in its file, white space aside
 */
public record Mutation(String name, String what, List<Edit> edits) {
  /**
   * A replacement.
   *
   * @param file the source, from the root of the project
   */
  public record Edit(String file, String find, String replacement) {}

  /** The mutation of {@code file} by pairs of what to find and its replacement. */
  public static Mutation of(String name, String what, String file, String... findAndReplace) {
    return new Mutation(name, what, List.of()).and(file, findAndReplace);
  }

  /** This mutation, and one of {@code file}. */
  public Mutation and(String file, String... findAndReplace) {
    List<Edit> all = new ArrayList<>(edits);
    for (int i = 0; i < findAndReplace.length; i += 2) {
      all.add(new Edit(file, findAndReplace[i], findAndReplace[i + 1]));
    }
    return new Mutation(name, what, List.copyOf(all));
  }

  /** The root of the project. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Refuses quotes that are not, or not once, in today's sources. */
  public void requireApplicable() throws IOException {
    for (String file : edits.stream().map(Edit::file).distinct().toList()) {
      apply(file);
    }
  }

  /** Compiles the mutated sources into {@code folder}. */
  public void compile(Path folder) throws IOException {
    List<SimpleJavaFileObject> mutated = new ArrayList<>();
    for (String file : edits.stream().map(Edit::file).distinct().toList()) {
      mutated.add(new MutatedSource(file, apply(file)));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    if (!compiler.getTask(null, null, null, options, null, mutated).call()) {
      throw new IllegalStateException("mutation " + name + " does not compile");
    }
  }

  private static final class MutatedSource extends SimpleJavaFileObject {
    private final String source;

    MutatedSource(String file, String source) {
      super(URI.create("mem:///" + file), JavaFileObject.Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  private String apply(String file) throws IOException {
    String source = Files.readString(root().resolve(file));
    for (Edit edit : edits) {
      source = edit.file.equals(file) ? replaceOnce(source, edit) : source;
    }
    return source;
  }

  private String replaceOnce(String source, Edit edit) {
    StringBuilder pattern = new StringBuilder();
    for (String word : edit.find.strip().split("\\s+", -1)) {
      pattern.append(pattern.isEmpty() ? "" : "(?:\\s|//[^\\n]*\\n)*").append(Pattern.quote(word));
    }
    Matcher matcher = Pattern.compile(pattern.toString()).matcher(source);
    if (!matcher.find()) {
      throw new IllegalStateException(
          "mutation " + name + ": \"" + edit.find + "\" is not in " + edit.file + " any more");
    }
    String mutated =
        source.substring(0, matcher.start()) + edit.replacement + source.substring(matcher.end());
    if (matcher.find()) {
      throw new IllegalStateException(
          "mutation " + name + ": \"" + edit.find + "\" is in " + edit.file + " more than once");
    }
    return mutated;
  }

  @Override
  public String toString() {
    return name;
  }
}
