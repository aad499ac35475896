package org.temoto.gas.engine.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.temoto.gas.RefusedException;

/**
 * A file that is written under another name in the same directory, and then renamed: until then a
 * file of its name is what it was. One PE creates, publishes and discards it, all may write to it.
 */
public final class Draft {
  private final Path target;
  private final Path path;

  /**
   * @param token the same on all PEs that write the file, different for every attempt
   */
  public Draft(Path target, long token) {
    this.target = target.toAbsolutePath(); // not normalized: x/.. is elsewhere if x is a link
    this.path =
        this.target.resolveSibling(
            "." + this.target.getFileName() + ".tmp-" + Long.toHexString(token));
  }

  /** Where it stands until it is published. */
  public Path path() {
    return path;
  }

  /**
   * Creates it with {@code bytes} zeros.
   *
   * @throws RefusedException if there is no directory for it, or another kind of file in its place
   */
  public void create(long bytes) {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new RefusedException("file " + target + " is not a regular file, and is not replaced");
    }
    if (!Files.isDirectory(target.getParent())) {
      throw new RefusedException(
          "file " + target + ": there is no directory " + target.getParent());
    }
    create(path, bytes);
  }

  /** Creates a file of {@code bytes} zeros, which must not be there yet. */
  public static void create(Path file, long bytes) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      if (bytes > 0) {
        write(file, channel, ByteBuffer.allocate(1), bytes - 1);
      }
    } catch (IOException e) {
      throw failed(file, "cannot be written", e);
    }
  }

  /** Gives it its name, durably. All that was written must have been forced. */
  public void publish() {
    try {
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      forceDirectory(target.getParent());
    } catch (IOException e) {
      throw failed(target, "cannot be written", e);
    }
  }

  /** Makes the names in a directory survive a power failure. */
  static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Deletes it after {@code failure}, which learns if that fails, too. */
  public void discard(Throwable failure) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      failure.addSuppressed(failed(path, "cannot be deleted", e));
    }
  }

  /** Writes all of {@code bytes} at {@code offset}. */
  public static void write(Path file, FileChannel channel, ByteBuffer bytes, long offset) {
    int start = bytes.position();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, offset + bytes.position() - start);
      }
    } catch (IOException e) {
      throw failed(file, "cannot be written", e);
    }
  }

  /** Fills {@code bytes} from {@code offset} on. */
  public static void read(Path file, FileChannel channel, ByteBuffer bytes, long offset) {
    int start = bytes.position();
    try {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, offset + bytes.position() - start) < 0) {
          throw new EOFException("it ends after " + channel.size() + " bytes");
        }
      }
    } catch (IOException e) {
      throw failed(file, "cannot be read", e);
    }
  }

  /** What became of a file, with its name. */
  public static UncheckedIOException failed(Path file, String what, IOException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new UncheckedIOException(
        new IOException("file " + file + " " + what + ": " + reason, e));
  }
}
