package org.temoto.gas.engine.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.temoto.gas.RefusedException;

/**
 * Lock that keeps other jobs from writing to a folder. Its file stays there: were it deleted, two
 * jobs could each lock one of that name. The operating system releases what an ended process has
 * locked, and all that a process has locked of a file once it closes any channel of it: so a second
 * job of this process does not open one.
 */
public final class FolderLock {
  static final String NAME = ".lock";

  /** The folders that jobs of this process have locked. */
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  private final Path folder;

  /** The folder's own path, while it is locked here. */
  private Path taken;

  private FileChannel channel;

  public FolderLock(Path folder) {
    this.folder = folder;
  }

  /**
   * Takes it.
   *
   * @throws RefusedException if another job has it
   */
  void take() {
    Path file = folder.resolve(NAME);
    try {
      Path real = folder.toRealPath();
      if (!TAKEN.add(real)) {
        throw taken(null);
      }
      taken = real;
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      if (channel.tryLock() == null) {
        throw taken(null);
      }
    } catch (OverlappingFileLockException e) {
      throw taken(e); // by this process
    } catch (IOException e) {
      throw Draft.failed(file, "cannot be locked", e);
    }
  }

  private RefusedException taken(Exception cause) {
    return new RefusedException(
        "checkpoint " + folder + " is being written by another job: must be one at a time", cause);
  }

  /** Gives it back, if it was taken. */
  public void release() {
    try {
      if (channel != null) {
        channel.close();
      }
      if (taken != null) {
        TAKEN.remove(taken);
        taken = null;
      }
    } catch (IOException e) {
      throw Draft.failed(folder.resolve(NAME), "cannot be unlocked", e);
    }
  }

  /** Gives it back after {@code failure}, which learns if that fails, too. */
  public void giveUp(Throwable failure) {
    try {
      release();
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
    }
  }
}
