package org.temoto.task.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One step of the protocol left out of the real sources, or done wrong.
 *
 * @param changes of the marks that have its name; where there are several, with their numbers
 */
public record Mutation(String name, String what, List<Change> changes) {
  public static Mutation of(String name, String what, Change... changes) {
    return new Mutation(name, what, List.of(changes));
  }

  /** The root of the project. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** The names of its marks: its own, or that and a number, such as {@code torn-install/2}. */
  List<String> marks() {
    return changes.size() == 1
        ? List.of(name)
        : IntStream.rangeClosed(1, changes.size()).mapToObj(i -> name + "/" + i).toList();
  }

  /** The sources that it changes, by file, as they are then. */
  public Map<String, String> mutated() {
    return mutated(Marks.ofProject());
  }

  Map<String, String> mutated(Marks sources) {
    List<Mark> marks = marks().stream().map(sources::named).toList();
    Edits edits = new Edits();
    for (int i = 0; i < changes.size(); i++) {
      changes.get(i).make(marks.get(i), marks, edits);
    }
    return edits.made();
  }

  /** Compiles the mutated sources into {@code folder}. */
  public void compile(Path folder) throws IOException {
    List<JavaFileObject> mutated =
        mutated().entrySet().stream()
            .map(each ->
                SimpleJavaFileObject.forSource(Path.of(each.getKey()).toUri(), each.getValue()))
            .toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    if (!compiler.getTask(null, null, null, options, null, mutated).call()) {
      throw new IllegalStateException("mutation " + name + " does not compile");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
