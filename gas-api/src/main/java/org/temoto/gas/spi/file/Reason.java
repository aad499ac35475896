package org.temoto.apps.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be used, in words. */
public final class Reason {
  private Reason() {}

  /** Of some exceptions the message is but the name of the file. */
  public static String of(IOException e) {
    return switch (e) {
      case FileSystemException failed when failed.getReason() != null -> failed.getReason();
      case NoSuchFileException _ -> "no such file or directory";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "something of that name is there";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
