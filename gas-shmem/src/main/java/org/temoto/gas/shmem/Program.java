package org.temoto.gas.shmem;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Fingerprint of a program that tells its builds apart: a checksum of the classes on its class
 * path, and of those that the command line has compiled or found in a jar.
 */
final class Program {
  /** Bytes read of a jar, from its end: the directory there has the checksums of the contents. */
  private static final int TAIL_BYTES = 1 << 20;

  /** Folder that says which classes serve as what. */
  private static final Path SERVICES = Path.of("META-INF", "services");

  /** Property that names a jar or folder besides, of what the command line runs. */
  private static final String PLACE = "temoto.program";

  /** Read once: the classes of a process stay as they are. */
  private static String ofThisProcess;

  private Program() {}

  /**
   * Of this process; the same on every host that has the same classes, whatever their folder. Read
   * at the first launch only: that takes longer than all else that a launch does.
   */
  static synchronized String checksum() {
    if (ofThisProcess == null) {
      String[] classPath = System.getProperty("java.class.path").split(File.pathSeparator, -1);
      ofThisProcess =
          checksum(
              Stream.concat(Arrays.stream(classPath), Stream.of(System.getProperty(PLACE, "")))
                  .filter(entry -> !entry.isEmpty())
                  .map(Path::of)
                  .toList());
    }
    return ofThisProcess;
  }

  /** Without regard to the order, in which a wildcard's jars come as the file system likes. */
  static String checksum(List<Path> classPath) {
    ByteBuffer buffer = ByteBuffer.allocate(TAIL_BYTES);
    String entries =
        classPath.stream()
            .flatMap(entry -> entries(entry, buffer))
            .sorted()
            .collect(Collectors.joining("\n"));
    CRC32C sum = new CRC32C();
    sum.update(entries.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }

  /** Lines for {@code entry}: of a jar one, of a folder one for each file that says what runs. */
  private static Stream<String> entries(Path entry, ByteBuffer buffer) {
    if (!Files.isDirectory(entry)) {
      return file(entry.getFileName(), entry, buffer);
    }
    try {
      Path folder = entry.toRealPath(); // links below it are not followed: they may lead anywhere
      return classFiles(folder).stream()
          .flatMap(file -> file(folder.relativize(file), file, buffer));
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** Files of classes and of services; whatever else is in a folder may differ between hosts. */
  private static List<Path> classFiles(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".class") || file.startsWith(folder.resolve(SERVICES))) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // no class can be loaded from there, either
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e) {
            return FileVisitResult.CONTINUE; // with what could be listed
          }
        });
    return files;
  }

  /**
   * Name, length and checksum of {@code file}; nothing if it cannot be read, as if it was absent.
   */
  private static Stream<String> file(Path name, Path file, ByteBuffer buffer) {
    if (!Files.isRegularFile(file)) { // to open a pipe would wait for its writer
      return Stream.empty();
    }
    try (FileChannel channel = FileChannel.open(file)) {
      long length = channel.size();
      ByteBuffer tail = buffer.clear().limit((int) Math.min(length, TAIL_BYTES));
      long at = length - tail.limit();
      while (tail.hasRemaining() && channel.read(tail, at + tail.position()) >= 0) {
        // until all is there, or the file has become shorter
      }
      CRC32C sum = new CRC32C();
      sum.update(tail.flip());
      return Stream.of(name + " " + length + " " + Long.toHexString(sum.getValue()));
    } catch (ClosedByInterruptException e) {
      throw new UncheckedIOException(e); // the file may be there
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
