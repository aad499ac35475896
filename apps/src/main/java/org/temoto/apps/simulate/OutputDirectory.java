package org.temoto.apps.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.temoto.apps.BadInputException;
import org.temoto.apps.io.OutputFile;

/**
 * Where the files of a simulation or an evaluation go, and nothing else is.
 *
 * @param names of all files that may be written
 */
public record OutputDirectory(Path path, List<String> names) {
  public OutputDirectory {
    names = List.copyOf(names);
  }

  /** With the files of a simulation. */
  public OutputDirectory(Path path) {
    this(path, Arrays.stream(Name.values()).map(Name::toString).toList());
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
   * Refuses a directory that has anything but the files of an earlier simulation, or that nothing
   * can be written to. Changes nothing.
   */
  public void check() {
    if (path.toString().isEmpty()) {
      throw new BadInputException("--out: the name of the directory is empty");
    }
    if (Files.isDirectory(path)) {
      foreign().ifPresent(this::refuse);
      requireWritable(path);
    } else if (Files.exists(path)) {
      throw new BadInputException("--out " + path + ": is a file, a directory is wanted");
    } else {
      requireWritable(parent());
    }
  }

  /** Creates the directory if it is not there. */
  public void create() {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException("--out " + path + ": cannot be created: " + e.getMessage(), e));
    }
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

  private Optional<Path> foreign() {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(Path::getFileName)
          .filter(file -> !isOurs(file.toString()))
          .sorted()
          .findFirst();
    } catch (IOException e) {
      throw new BadInputException("--out " + path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Also the draft of a file, which is left by a process that is killed while it writes. */
  private boolean isOurs(String file) {
    return names.stream()
        .anyMatch(name -> file.equals(name) || file.startsWith("." + name + ".tmp-"));
  }

  private void refuse(Path foreign) {
    throw new BadInputException(
        "--out %s: has %s, which is no file of this command; name a new or empty directory"
            .formatted(path, foreign));
  }

  /** Deletes the files that may be written but are not among {@code wanted}. */
  public void deleteBut(Set<String> wanted) {
    for (String name : names) {
      if (!wanted.contains(name)) {
        try {
          Files.deleteIfExists(path.resolve(name));
        } catch (IOException e) {
          throw new UncheckedIOException(
              new IOException(path.resolve(name) + ": cannot be deleted: " + e.getMessage(), e));
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
