package org.temoto.gas.spi.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * File that comes into being whole or not at all: written as a draft in the directory of its
 * target, whose place it takes by a rename. Until then a file of that name is what it was. Symbolic
 * links are followed, so that they stay; mode, owner and group of what is replaced stay, too, as
 * far as the system allows it: with another owner or group it loses its set-id bits, and another
 * group may do nothing with it. Another hard link of what is replaced keeps the old contents.
 */
public final class Replacement {
  private static final int MOST_LINKS = 40;

  /**
   * Most characters of the target's name in the draft's, which has at most three bytes for each and
   * 22 besides: the names of most file systems may have 255.
   */
  private static final int MOST_NAME = 60;

  private static final String A_DIRECTORY = "is a directory, a file is wanted";
  private static final String MODE = "unix:mode";
  private static final int PERMISSIONS = 07777;
  private static final int SPECIAL = 07000;
  private static final int OF_GROUP = 0070;

  /** File that is replaced, links followed. */
  private final Path target;

  private final Path draft;

  /**
   * @param token the same for all processes that write the file, different for every attempt
   * @throws IOException if the target is a device or a pipe, or links lead in circles
   */
  public Replacement(Path given, long token) throws IOException {
    this.target = followed(given);
    String name = target.getFileName().toString();
    int length = Math.min(name.length(), MOST_NAME);
    if (length < name.length() && Character.isHighSurrogate(name.charAt(length - 1))) {
      length--;
    }
    this.draft =
        target.resolveSibling("." + name.substring(0, length) + ".tmp-" + Long.toHexString(token));
  }

  /** Absolute, but not normalized: x/.. is elsewhere if x is a link. */
  private static Path followed(Path given) throws IOException {
    if (Files.exists(given) && !Files.isRegularFile(given) && !Files.isDirectory(given)) {
      // Now: the link of a pipe, as /dev/stdout may be, has no name to follow.
      throw refused(given, "is not a regular file, and is not replaced by one");
    }
    Path at = given.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(at); links++) {
      if (links == MOST_LINKS) {
        throw refused(given, "too many levels of symbolic links");
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    if (at.getFileName() == null) {
      throw refused(given, A_DIRECTORY);
    }
    return at;
  }

  /** Path of the file until it is published. */
  public Path draft() {
    return draft;
  }

  /**
   * Finds out whether the target could be replaced, as far as that can be told without writing.
   *
   * @throws FileSystemException with a reason if not
   */
  public void check() throws IOException {
    if (Files.isDirectory(target)) {
      throw refused(target, A_DIRECTORY);
    }
    Path directory = target.getParent();
    if (!Files.isDirectory(directory)) {
      throw refused(target, "there is no directory " + directory);
    }
    if (!Files.isWritable(directory)) {
      throw refused(target, "directory " + directory + " may not be written");
    }
    if (isThere()) {
      FileChannel.open(target, StandardOpenOption.WRITE).close();
    }
  }

  private static FileSystemException refused(Path file, String reason) {
    return new FileSystemException(file.toString(), null, reason);
  }

  /** Tells whether there is something to replace; fails for a name that cannot be. */
  private boolean isThere() throws IOException {
    try {
      Files.readAttributes(target, BasicFileAttributes.class);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Creates the draft, which no other user may read if it replaces something. */
  public FileChannel create() throws IOException {
    FileAttribute<?>[] attributes =
        isThere()
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(
        draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes);
  }

  /** Gives the draft its name, durably. All that was written must have been forced. */
  public void publish() throws IOException {
    if (isThere()) {
      boolean sameOwner = keep("unix:uid");
      boolean sameGroup = keep("unix:gid");
      int mode = mode((Integer) Files.getAttribute(target, MODE), sameOwner, sameGroup);
      Files.setAttribute(draft, MODE, mode); // last: a new owner takes bits away
    }
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceDirectory(target.getParent());
  }

  /** The permissions of a file that replaces one of {@code mode}. */
  static int mode(int mode, boolean sameOwner, boolean sameGroup) {
    int kept = sameOwner && sameGroup ? PERMISSIONS : PERMISSIONS & ~SPECIAL;
    return mode & (sameGroup ? kept : kept & ~OF_GROUP);
  }

  /** Gives the draft an attribute of the target, if this process may; whether it has it. */
  private boolean keep(String attribute) throws IOException {
    Object wanted = Files.getAttribute(target, attribute);
    if (!wanted.equals(Files.getAttribute(draft, attribute))) {
      try {
        Files.setAttribute(draft, attribute, wanted);
      } catch (FileSystemException e) {
        return false; // only root gives files away: then the file belongs to its writer
      }
    }
    return true;
  }

  /** Deletes the draft if it is there. */
  public void discard() throws IOException {
    Files.deleteIfExists(draft);
  }

  /** Makes the names in a directory survive a power failure. */
  public static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
