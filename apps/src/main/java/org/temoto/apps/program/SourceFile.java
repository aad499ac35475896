package org.temoto.apps.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.temoto.apps.BadInputException;

/** Compiler of programs that are source files, each once per process. */
final class SourceFile {
  private static final Pattern PACKAGE =
      Pattern.compile("^\\s*package\\s+([\\w.]+)\\s*;", Pattern.MULTILINE);

  /** Main classes by source: each point of a sweep has the same classes. */
  private static final Map<Path, Class<?>> COMPILED = new ConcurrentHashMap<>();

  private SourceFile() {}

  /**
   * The main class of {@code source}: the one with the file's name, else the first.
   *
   * @param isMain whether a class has a main method
   * @throws BadInputException with the compiler's first message, or if no class is one
   */
  static Class<?> compile(Path source, Predicate<Class<?>> isMain) {
    return COMPILED.computeIfAbsent(
        source.toAbsolutePath().normalize(), _ -> compiled(source, isMain));
  }

  private static Class<?> compiled(Path source, Predicate<Class<?>> isMain) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new BadInputException(
          "a source file needs a JDK: " + System.getProperty("java.home") + " has no compiler");
    }
    Path classes = folder();
    DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
    List<String> own = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(messages, null, null)) {
      // Not by an option, which a colon in the name would split.
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(root(source)));
      List<String> options =
          List.of(
              "-proc:none",
              "-cp",
              System.getProperty("java.class.path"),
              "-implicit:class",
              // All of the program, whose classes see each other in one loader.
              "-Xprefer:source",
              "--add-modules",
              modules(),
              "-d",
              classes.toString());
      boolean isDone =
          compiler
              .getTask(
                  null,
                  new ClassNames(files, source, own),
                  messages,
                  options,
                  null,
                  files.getJavaFileObjects(source))
              .call();
      if (!isDone) {
        throw new BadInputException(first(messages, source));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return mainClass(source, own, UserProgram.loader(classes), isMain);
  }

  /** File manager that keeps the names of a source's own classes: the compiler finds others. */
  private static final class ClassNames extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Path source;
    private final List<String> names;

    ClassNames(StandardJavaFileManager files, Path source, List<String> names) {
      super(files);
      this.source = source;
      this.names = names;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject from)
        throws IOException {
      if (from instanceof JavaFileObject file
          && Files.isSameFile(fileManager.asPath(file), source)) {
        names.add(className);
      }
      return super.getJavaFileForOutput(location, className, kind, from);
    }
  }

  /** The JVM's modules: incubating ones are there only if they were asked for. */
  private static String modules() {
    return ModuleLayer.boot().modules().stream()
        .map(Module::getName)
        .filter(name -> name.startsWith("java.") || name.startsWith("jdk."))
        .collect(Collectors.joining(","));
  }

  /** The folder below which other sources of the program are, as the JVM's own launcher has it. */
  private static Path root(Path source) throws IOException {
    Path root = source.toAbsolutePath().getParent();
    Matcher declaration = PACKAGE.matcher(text(source));
    int depth = declaration.find() ? declaration.group(1).split("[.]", -1).length : 0;
    for (int i = 0; i < depth && root.getParent() != null; i++) {
      root = root.getParent();
    }
    return root;
  }

  private static String text(Path source) throws IOException {
    try {
      return Files.readString(source);
    } catch (CharacterCodingException e) {
      throw new BadInputException(source + " does not compile: it is not UTF-8", e);
    }
  }

  /** The first error, with its file: other sources of the program are compiled, too. */
  private static String first(DiagnosticCollector<JavaFileObject> messages, Path source) {
    return messages.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(each ->
            "%s does not compile: line %d: %s"
                .formatted(
                    each.getSource() == null ? source : each.getSource().getName(),
                    each.getLineNumber(),
                    each.getMessage(Locale.ROOT).replaceAll("\\s+", " ")))
        .findFirst()
        .orElse(source + " does not compile: the compiler does not say why");
  }

  private static Class<?> mainClass(
      Path source, List<String> names, ClassLoader loader, Predicate<Class<?>> isMain) {
    String wanted = source.getFileName().toString().replaceFirst("[.]java$", "");
    return names.stream()
        .sorted(
            Comparator.<String, Boolean>comparing(name -> !simple(name).equals(wanted))
                .thenComparing(Comparator.naturalOrder()))
        .<Class<?>>map(name -> load(loader, name))
        .filter(isMain)
        .findFirst()
        .orElseThrow(() -> new BadInputException(source + " has no class with a main method"));
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the compiler has written " + name, e);
    }
  }

  /** Folder for the classes; removed with the process. */
  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("temoto-program");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
