package org.temoto.gas.spi;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Class loader for the service loader that finds the files of services in one folder, where a
 * launcher has them all: to look for them opens each jar of the class path, which takes longer than
 * small jobs.
 */
public final class ServiceFiles extends ClassLoader {
  /** The property that names the folder. */
  private static final String PROPERTY = "temoto.services";

  private final Path folder;

  private ServiceFiles(ClassLoader parent, Path folder) {
    super(parent);
    this.folder = folder;
  }

  /** A loader that sees what {@code loader} does; that itself if it is not the class path's. */
  public static ClassLoader of(ClassLoader loader) {
    String folder = System.getProperty(PROPERTY);
    return folder == null || loader != ClassLoader.getSystemClassLoader()
        ? loader
        : new ServiceFiles(loader, Path.of(folder));
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Path file = folder.resolve(name.substring(name.lastIndexOf('/') + 1));
    return Files.exists(file)
        ? Collections.enumeration(Collections.singleton(file.toUri().toURL()))
        : super.getResources(name);
  }
}
