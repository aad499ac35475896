package org.temoto.gas.shmem;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Fingerprint of a program that tells its builds apart: a checksum of what is on its class path.
 */
final class Program {
  /** Bytes read of a jar, from its end: the directory there has the checksums of the contents. */
  private static final int TAIL_BYTES = 1 << 20;

  /** Read once: the classes of a process stay as they are. */
  private static String ofThisProcess;

  private Program() {}

  /**
   * Of this process; the same on every host that has the same classes, whatever their folder. Read
   * at the first launch only: that takes longer than all else that a launch does.
   */
  static synchronized String checksum() {
    if (ofThisProcess == null) {
      String classPath = System.getProperty("java.class.path");
      ofThisProcess =
          checksum(
              Arrays.stream(classPath.split(File.pathSeparator, -1))
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

  /** Name, length and checksum of every file of {@code entry}, a folder or a jar. */
  private static Stream<String> entries(Path entry, ByteBuffer buffer) {
    if (!Files.isDirectory(entry)) {
      return Files.exists(entry)
          ? Stream.of(file(entry.getFileName(), entry, buffer))
          : Stream.empty();
    }
    try (Stream<Path> files = Files.walk(entry)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file(entry.relativize(file), file, buffer))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String file(Path name, Path file, ByteBuffer buffer) {
    try (FileChannel channel = FileChannel.open(file)) {
      long length = channel.size();
      ByteBuffer tail = buffer.clear().limit((int) Math.min(length, TAIL_BYTES));
      long at = length - tail.limit();
      while (tail.hasRemaining() && channel.read(tail, at + tail.position()) >= 0) {
        // until all is there, or the file has become shorter
      }
      CRC32C sum = new CRC32C();
      sum.update(tail.flip());
      return name + " " + length + " " + Long.toHexString(sum.getValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
