package org.temoto.apps.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.temoto.apps.BadInputException;

/**
 * A file that comes into being whole or not at all: written under another name in the same
 * directory, then renamed. Until the rename an earlier file of that name is untouched. The draft is
 * deleted by {@link #close}, which does nothing after {@link #publish}, and when the JVM is shut
 * down by a signal.
 */
public final class OutputFile implements AutoCloseable {
  private final Path given;
  private final Path target;
  private final Path draft;
  private Thread cleaner;
  private boolean discarded;

  /**
   * @param token the same on all PEs that write the file, different for every attempt
   */
  public OutputFile(Path target, long token) {
    this.given = target;
    this.target = resolve(target);
    this.draft =
        this.target.resolveSibling(
            "." + this.target.getFileName() + ".tmp-" + Long.toHexString(token));
  }

  /**
   * Refuses a target that cannot be written, before any work is done. Only writing a draft, which
   * is deleted, tells for sure.
   */
  public static void check(Path target) {
    requirePlace(target);
    long token = 31 * ProcessHandle.current().pid() + System.nanoTime();
    try (OutputFile file = new OutputFile(target, token)) {
      file.start(new byte[0]);
    } catch (UncheckedIOException e) {
      throw new BadInputException(e.getCause().getMessage(), e);
    }
  }

  private static void requirePlace(Path target) {
    if (target.toString().isEmpty()) {
      throw new BadInputException("the name of the output file is empty");
    }
    Path resolved = resolve(target);
    Path directory = resolved.getParent();
    if (Files.isDirectory(resolved) || resolved.getFileName() == null) {
      throw new BadInputException(target + ": is a directory, a file is wanted");
    }
    if (Files.exists(resolved) && !Files.isRegularFile(resolved)) {
      throw new BadInputException(target + ": is not a regular file, and is not replaced by one");
    }
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(target + ": there is no directory " + directory);
    }
    if (!Files.isWritable(directory)) {
      throw new BadInputException(target + ": directory " + directory + " may not be written");
    }
  }

  /**
   * Writes a small file by one PE alone. May be called while the JVM is shut down, when nothing
   * more can be put off until then.
   */
  public static void write(Path target, byte[] bytes) {
    requirePlace(target);
    try (OutputFile file = new OutputFile(target, System.nanoTime())) {
      file.start(bytes);
      file.forceDraft();
      file.publish();
    }
  }

  /** What is in a file. */
  public interface Contents {
    /** Writes all of it to {@code out}, which is buffered and stays open. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** As {@link #write(Path, byte[])}, for a file of any size; not while the JVM is shut down. */
  public static void write(Path target, Contents contents) {
    requirePlace(target);
    try (OutputFile file = new OutputFile(target, System.nanoTime())) {
      file.create(new byte[0]);
      try (FileChannel channel = file.open();
          OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
        contents.writeTo(out);
        out.flush();
        file.force(channel);
      } catch (IOException e) {
        throw file.failed(e);
      }
      file.publish();
    }
  }

  private void forceDraft() {
    try (FileChannel channel = open()) {
      force(channel);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Through symbolic links, so that what a link points to is replaced and not the link. */
  private static Path resolve(Path path) {
    try {
      return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be found: " + Reason.of(e), e);
    }
  }

  /**
   * Creates the draft with the bytes {@code start}. Called by one PE, before {@link #open} by the
   * others.
   */
  public synchronized void create(byte[] start) {
    if (discarded) {
      throw new IllegalStateException(target + ": is being given up");
    }
    cleaner = new Thread(this::discard, "delete " + draft.getFileName());
    Runtime.getRuntime().addShutdownHook(cleaner);
    start(start);
  }

  private void start(byte[] start) {
    try (FileChannel file =
        FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(file, ByteBuffer.wrap(start), 0);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Opens the draft for positional writes. */
  public FileChannel open() {
    try {
      return FileChannel.open(draft, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Writes all of {@code bytes} at {@code offset}. */
  void write(FileChannel file, ByteBuffer bytes, long offset) {
    int start = bytes.position();
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes, offset + bytes.position() - start);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Makes what this PE has written durable. */
  void force(FileChannel file) {
    try {
      file.force(true);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Gives the draft its name. Called by the PE that created it, when all have written and forced.
   */
  public synchronized void publish() {
    try {
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      forceDirectory();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** So that the new name survives a power failure as well as the bytes. */
  private void forceDirectory() throws IOException {
    try (FileChannel directory = FileChannel.open(target.getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public void close() {
    discard();
    if (cleaner != null) {
      try {
        Runtime.getRuntime().removeShutdownHook(cleaner);
      } catch (IllegalStateException e) {
        // The JVM is shutting down: the hook runs, or has run, and finds nothing to do.
        cleaner = null;
      }
    }
  }

  private synchronized void discard() {
    discarded = true;
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UncheckedIOException failed(IOException e) {
    return new UncheckedIOException(
        new IOException(given + ": cannot be written: " + Reason.of(e), e));
  }
}
