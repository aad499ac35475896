package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Files that another process writes. */
final class Awaited {
  private static final long PATIENCE_SECONDS = 60;

  private Awaited() {}

  /** Returns when {@code directory}, which is there, has a file of this name. */
  static void file(Path directory, String name) throws IOException, InterruptedException {
    first(directory, name);
  }

  /** Some file of {@code directory}, which is there, that matches {@code glob}, when it has one. */
  static Path first(Path directory, String glob) throws IOException, InterruptedException {
    try (WatchService watch = directory.getFileSystem().newWatchService()) {
      WatchKey key = directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      while (true) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
          Iterator<Path> files = found.iterator();
          if (files.hasNext()) {
            return files.next();
          }
        }
        assertThat(watch.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
            .as("something new")
            .isEqualTo(key);
        key.pollEvents();
        assertThat(key.reset()).isTrue();
      }
    }
  }
}
