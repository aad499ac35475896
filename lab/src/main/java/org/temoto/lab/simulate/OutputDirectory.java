package org.temoto.lab.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;
import org.temoto.gas.spi.file.Reason;

/**
 * Directory of the files of a simulation or an evaluation, and of nothing else.
 *
 * @param command that writes them, as {@code results.json} has it
 * @param firstColumn of the table
 * @param names of all files that may be written; {@code results.json} is the first that is
 */
public record OutputDirectory(Path path, String command, String firstColumn, List<String> names) {
  /** More than any file of ours needs to be known. */
  private static final int BEGINNING = 256;

  public OutputDirectory {
    names = List.copyOf(names);
  }

  /** Makes a directory for the files of a simulation. */
  public OutputDirectory(Path path) {
    this(path, "simulate", "point", Arrays.stream(Name.values()).map(Name::toString).toList());
  }

  /** The files of a simulation. */
  public enum Name {
    TABLE("results.csv"),
    JSON("results.json"),
    SPEED_UP("speedup.png"),
    BREAKDOWN("breakdown.png"),
    REPORT("report.html");

    private final String text;

    Name(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * Refuses a directory that has anything but the files of an earlier run of the command, or that
   * nothing can be written to, and creates it if it is not there.
   *
   * @return whether it was not there
   */
  public boolean prepare() {
    boolean isNew = !Files.exists(path);
    if (Files.isDirectory(path)) {
      requireOurs();
      requireWritable(path);
    } else if (Files.exists(path)) {
      throw new BadInputException("--out " + path + ": is a file, a directory is wanted");
    } else {
      requireWritable(parent());
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new BadInputException(uncreated(e), e);
    }
    names.forEach(name -> OutputFile.check(path.resolve(name)));
    return isNew;
  }

  /** Deletes the directory if nothing is in it, and if that can be done. */
  public void deleteEmpty() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      return; // it has files
    }
  }

  /** Creates the directory if it is not there. */
  public void create() {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(new IOException(uncreated(e), e));
    }
  }

  private String uncreated(IOException e) {
    return "--out " + path + ": cannot be created: " + Reason.of(e);
  }

  /** The next directory above that is there. */
  private Path parent() {
    Path parent = path.toAbsolutePath().normalize().getParent();
    while (parent != null && !Files.exists(parent)) {
      parent = parent.getParent();
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw new BadInputException("--out " + path + ": " + parent + " is not a directory");
    }
    return parent;
  }

  private void requireWritable(Path directory) {
    if (!Files.isWritable(directory)) {
      throw new BadInputException(
          "--out " + path + ": directory " + directory + " may not be written");
    }
  }

  private void requireOurs() {
    try (Stream<Path> all = Files.list(path)) {
      List<Path> files = all.filter(file -> !isDraft(file)).sorted().toList();
      for (Path file : files) {
        if (!isOurs(file)) {
          throw refused(file, ", which is no file of this command");
        }
      }
      if (!files.isEmpty() && !Files.exists(path.resolve(Name.JSON.text))) {
        throw refused(files.getFirst(), ", but no results.json of this command");
      }
    } catch (IOException e) {
      throw new BadInputException("--out " + path + ": cannot be read: " + Reason.of(e), e);
    }
  }

  /** Left by a process that was killed while it wrote; no other writes to it. */
  private boolean isDraft(Path file) {
    return names.stream()
        .anyMatch(name -> file.getFileName().toString().startsWith("." + name + ".tmp-"));
  }

  /** Tells our files by name and beginning: others may have files of these names. */
  private boolean isOurs(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (!names.contains(name) || !Files.isRegularFile(file)) {
      return false;
    }
    String start = beginning(file);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "json" -> start.startsWith("{\"command\":\"" + command + "\",");
      case "csv" -> start.startsWith(firstColumn + ",");
      case "png" -> start.startsWith("\u0089PNG");
      default -> start.startsWith("<!DOCTYPE html>");
    };
  }

  private static String beginning(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
    }
  }

  private BadInputException refused(Path file, String why) {
    return new BadInputException(
        "--out %s: has %s%s; name a new or empty directory"
            .formatted(path, file.getFileName(), why));
  }

  /** Deletes the files that may be written but are not among {@code wanted}. */
  public void deleteBut(Set<String> wanted) {
    for (String name : names) {
      if (!wanted.contains(name)) {
        try {
          Files.deleteIfExists(path.resolve(name));
        } catch (IOException e) {
          throw new UncheckedIOException(
              new IOException(path.resolve(name) + ": cannot be deleted: " + Reason.of(e), e));
        }
      }
    }
  }

  /** Writes a file whole, in the place of an earlier one. */
  public void write(String name, byte[] bytes) {
    if (!names.contains(name)) {
      throw new IllegalArgumentException(name + " is none of " + names);
    }
    OutputFile.write(path.resolve(name), bytes);
  }

  /** Writes a file whole, in the place of an earlier one. */
  public void write(String name, String text) {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  void write(Name name, byte[] bytes) {
    write(name.text, bytes);
  }

  void write(Name name, String text) {
    write(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
