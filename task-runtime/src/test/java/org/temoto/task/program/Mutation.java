package org.temoto.task.program;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One step of the protocol left out of the real source: an edit of one file.
 *
 * @param file the source, from the root of the project
 * @param edits what is replaced; each must occur exactly once, white space aside
 */
public record Mutation(String name, String what, String file, List<Edit> edits) {
  public record Edit(String find, String replacement) {}

  private static final String ENGINE = "gas-api/src/main/java/org/temoto/gas/engine/";
  private static final String TASK = "task-runtime/src/main/java/org/temoto/task/";

  /** The mutation of {@code file} by pairs of what to find and its replacement. */
  public static Mutation of(String name, String what, String file, String... findAndReplace) {
    Edit[] edits = new Edit[findAndReplace.length / 2];
    for (int i = 0; i < edits.length; i++) {
      edits[i] = new Edit(findAndReplace[2 * i], findAndReplace[2 * i + 1]);
    }
    return new Mutation(name, what, file, List.of(edits));
  }

  /** The mutations; names are those of the two protocol models. */
  static final List<Mutation> ALL =
      List.of(
          of(
              "no-release-on-expose",
              "commits may still be on their way when a task is handed to another PE",
              TASK + "Offers.java",
              "strand.memory.release();",
              ""),
          of(
              "no-release-on-complete",
              "commits may still be on their way when a stolen task's end is seen",
              TASK + "TaskExecution.java",
              "memory.release();",
              ""),
          of(
              "no-acquire-on-steal",
              "a thief trusts what its PE validated before the steal",
              TASK + "TaskExecution.java",
              "memory.begin(0); memory.acquire();",
              "memory.begin(0);"),
          of(
              "no-acquire-on-join",
              "a joiner trusts what its PE validated before the join",
              TASK + "Joins.java",
              "if (child.remote) { strand.memory.acquire(); }",
              "if (child.remote) { }"),
          of(
              "no-view-refresh",
              "views that were open across a fork are not revalidated after the join",
              ENGINE + "coherence/StrandCoherence.java",
              "validator.bring(view, epoch, true);",
              ""),
          of(
              "bump-before-put",
              "the version is bumped before the data has arrived",
              ENGINE + "coherence/Releaser.java",
              "put(port, rest); port.channel().quiet(); rest = bump(port, rest);",
              "List<PendingCommit> moved = bump(port, rest); put(port, rest); rest = moved;"),
          of(
              "no-spare-active",
              "a refetch overwrites bytes that another task of this PE has open for writing",
              ENGINE + "coherence/FetchBatch.java",
              "views.addWritten(memory, page, spared);",
              ""),
          of(
              "no-spare-pending",
              "a refetch overwrites bytes whose commit is still on its way",
              ENGINE + "coherence/FetchBatch.java",
              "views.addWritten(memory, page, spared); memory.addPending(page, spared);",
              "views.addWritten(memory, page, spared);"),
          of(
              "commits-before-views",
              "a copy lands directly where a view has just closed, over a commit on its way",
              ENGINE + "coherence/FetchBatch.java",
              "boolean active = views.isActive(memory, page);",
              "",
              "if (spared.coversAll(memory.pageBytes(page)))",
              "java.util.concurrent.locks.LockSupport.parkNanos(20_000);"
                  + " boolean active = views.isActive(memory, page);"
                  + " if (spared.coversAll(memory.pageBytes(page)))"),
          of(
              "no-redo",
              "a commit that finds the owner moved does not repeat its put",
              ENGINE + "coherence/Releaser.java",
              "DirectoryWord.sameLocation(commit.now, commit.word)",
              "true"),
          of(
              "no-cas-check",
              "a migration installs its copy although a commit came in between",
              ENGINE + "owner/Migrator.java",
              "if (directory.swing(port.channel(), page, word, DirectoryWord.moved(word, to, frame))) { frames.retire",
              "long last = directory.word(port.channel(), page);"
                  + " if (directory.swing(port.channel(), page, last, DirectoryWord.moved(last, to, frame))) { frames.retire"),
          of(
              "takeover-without-copy",
              "a PE becomes the owner of a page whose bytes are in its view only",
              ENGINE + "coherence/Takeover.java",
              "fill(port, memory, page, next);",
              ""),
          of(
              "takeover-of-a-part",
              "a PE becomes the owner of a page that it has committed a part of",
              ENGINE + "coherence/Takeover.java",
              "case LAST_WRITER -> commit.isWhole();",
              "case LAST_WRITER -> true;"),
          of(
              "evict-pinned",
              "eviction takes a page that a view has pinned",
              ENGINE + "coherence/PeCoherence.java",
              "if (views.isPinned(memory, page))",
              "if (false)"),
          of(
              "evict-in-flight",
              "eviction takes a page with a commit on its way",
              ENGINE + "coherence/PeCoherence.java",
              "return memory.pending(page) != null;",
              "return false;"),
          of(
              "sync-forgets-evicted",
              "a page evicted under a frozen view is not fetched again when the epoch has not changed",
              ENGINE + "coherence/StrandCoherence.java",
              "|| view.state() == OpenView.State.THAWING && view.frozenAt() != evictions",
              ""),
          of(
              "started-not-waited",
              "the versions of a release that was started are bumped before the data has arrived",
              ENGINE + "coherence/Releaser.java",
              "release.carrier().channel().quiet();",
              ""),
          of(
              "awaited-not-waited",
              "copies that were asked for are installed before they have arrived",
              ENGINE + "coherence/Prefetch.java",
              "carrier.channel().quiet();",
              ""),
          of(
              "awaited-over-commits",
              "a copy that was asked for replaces what this PE has committed since",
              ENGINE + "coherence/FetchBatch.java",
              "if (table.completions(page) != arrived.completions(at)) { return false; }",
              ""),
          of(
              "awaited-any-epoch",
              "a copy that was asked for counts as valid after an acquire",
              ENGINE + "coherence/Validator.java",
              "arrived.validEpoch() >= Math.min(epoch, view.paged().sealedAt())",
              "true"),
          of(
              "publish-before-slots",
              "the steal word is published before the slots are written",
              TASK + "Offers.java",
              "int count = fill(area, choose(strand), strand.memory.epoch(), forked);",
              "int count = choose(strand); if (count > 0) { shared.publish(area, count); Thread.yield(); fill(area, count, 0, null); }",
              "shared.publish(area, count); site.wake",
              "site.wake"),
          of(
              "flag-before-result",
              "the completion flag may overtake the result",
              TASK + "Completions.java",
              "channel.fence();",
              ""));

  /** The root of the project. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve(".mvn"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Compiles the mutated source into {@code folder}. */
  public void compile(Path folder) throws IOException {
    String source = apply(root());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    SimpleJavaFileObject mutated =
        new SimpleJavaFileObject(URI.create("mem:///" + file), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of(
            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    if (!compiler.getTask(null, null, null, options, null, List.of(mutated)).call()) {
      throw new IllegalStateException("mutation " + name + " does not compile");
    }
  }

  /** The mutated source. */
  private String apply(Path root) throws IOException {
    String source = Files.readString(root.resolve(file));
    for (Edit edit : edits) {
      source = replaceOnce(source, edit);
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
          "mutation " + name + ": \"" + edit.find + "\" is not in " + file + " any more");
    }
    String mutated =
        source.substring(0, matcher.start()) + edit.replacement + source.substring(matcher.end());
    if (matcher.find()) {
      throw new IllegalStateException(
          "mutation " + name + ": \"" + edit.find + "\" is in " + file + " more than once");
    }
    return mutated;
  }

  @Override
  public String toString() {
    return name;
  }
}
