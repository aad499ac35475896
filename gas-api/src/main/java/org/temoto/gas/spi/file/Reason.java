package org.temoto.gas.spi.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Methods that put into words why a file cannot be used. */
public final class Reason {
  private Reason() {}

  /** The reason in words: the message of some exceptions is but the name of the file. */
  public static String of(IOException e) {
    return switch (e) {
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      case NoSuchFileException _ -> "no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "something of that name is there";
      case NotDirectoryException _ -> "not a directory";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }

  /**
   * Reason why {@code path} is no regular file, which a device or a pipe is not; empty if it is
   * one.
   */
  public static Optional<String> notRegular(Path path) {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      if (found.isRegularFile()) {
        return Optional.empty();
      }
      return Optional.of(found.isDirectory() ? "is a directory" : "is not a regular file");
    } catch (IOException e) {
      return Optional.of(of(e));
    }
  }
}
