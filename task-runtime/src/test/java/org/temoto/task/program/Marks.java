package org.temoto.task.program;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The index of the marks in a set of sources, by name. */
public final class Marks {
  private static final Pattern MARK = Pattern.compile("// mutant:(.*)");
  private static final Pattern UNTIL_CODE = Pattern.compile("(?:\\s|//.*|/\\*(?s:.*?)\\*/)*");

  private static Marks ofProject;

  private final Map<String, Mark> marks = new TreeMap<>();

  /** Reads {@code sources}. */
  Marks(List<? extends JavaFileObject> sources) throws IOException {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, sources);
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    for (CompilationUnitTree unit : task.parse()) {
      read(unit, positions);
    }
  }

  /** Marks of the project's main sources, which are read once. */
  public static synchronized Marks ofProject() {
    try {
      ofProject = ofProject == null ? new Marks(sources()) : ofProject;
      return ofProject;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JavaFileObject> sources() throws IOException {
    List<JavaFileObject> marked = new ArrayList<>();
    Path main = Path.of("src", "main", "java");
    try (Stream<Path> modules = Files.list(Mutation.root())) {
      for (Path folder : modules.map(each -> each.resolve(main)).filter(Files::exists).toList()) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
            String source = Files.readString(file);
            if (MARK.matcher(source).find()) {
              marked.add(SimpleJavaFileObject.forSource(file.toUri(), source));
            }
          }
        }
      }
    }
    return marked;
  }

  private void read(CompilationUnitTree unit, SourcePositions positions) throws IOException {
    String source = unit.getSourceFile().getCharContent(true).toString();
    Map<Integer, TreePath> starts = starts(unit, positions);
    Matcher comment = MARK.matcher(source);
    while (comment.find()) {
      Matcher blank = UNTIL_CODE.matcher(source).region(comment.end(), source.length());
      TreePath marked = blank.lookingAt() ? starts.get(blank.end()) : null;
      for (String name : comment.group(1).strip().split(",\\s*", -1)) {
        require(marked != null, "mark", name, "is before no statement, member or case");
        Mark same = marks.put(name, new Mark(name, marked, positions, source));
        require(same == null, "mark", name, "is there twice");
      }
    }
  }

  /**
   * Statements, members and cases of {@code unit} by where they begin: of several, the outermost.
   */
  private static Map<Integer, TreePath> starts(
      CompilationUnitTree unit, SourcePositions positions) {
    Map<Integer, TreePath> starts = new HashMap<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree instanceof StatementTree
            || tree instanceof MethodTree
            || tree instanceof CaseTree) {
          int start = (int) positions.getStartPosition(unit, tree);
          starts.putIfAbsent(start, new TreePath(getCurrentPath(), tree));
        }
        return super.scan(tree, null);
      }
    }.scan(new TreePath(unit), null);
    return starts;
  }

  /** The mark of that name; refused if there is none. */
  Mark named(String name) {
    require(marks.containsKey(name), "mutant", name, "has no mark");
    return marks.get(name);
  }

  /** Refuses marks that none of {@code mutations} has, and those without mark or of one name. */
  public void requireOf(Collection<Mutation> mutations) {
    Set<String> wanted = new TreeSet<>();
    for (Mutation mutation : mutations) {
      for (String name : mutation.marks()) {
        named(name);
        require(wanted.add(name), "mutant", name, "is there twice");
      }
    }
    for (String name : marks.keySet()) {
      require(wanted.contains(name), "mark", name, "has no mutant");
    }
  }

  private static void require(boolean holds, String what, String name, String wrong) {
    if (!holds) {
      throw new IllegalStateException(what + " " + name + " " + wrong);
    }
  }
}
