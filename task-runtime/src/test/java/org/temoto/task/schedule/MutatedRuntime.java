package org.temoto.task.schedule;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.task.TaskRuntime;

/**
 * The task runtime, its tests and the locks once more, with the classes in a folder instead of
 * their own.
 */
final class MutatedRuntime extends URLClassLoader {
  private static final List<String> PACKAGES =
      List.of(TaskRuntime.class.getPackageName() + ".", GlobalLocks.class.getPackageName() + ".");

  MutatedRuntime(Path folder) throws Exception {
    super(
        new URL[] {
          folder.toUri().toURL(),
          source(TaskRuntime.class),
          source(MutatedRuntime.class),
          source(GlobalLocks.class)
        },
        MutatedRuntime.class.getClassLoader());
  }

  private static URL source(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (PACKAGES.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  /** Result of the static method {@code search} of this runtime's copy of {@code type}. */
  String search(Class<?> type, long first, long count) throws ReflectiveOperationException {
    Thread.currentThread().setContextClassLoader(this);
    try {
      Method search = loadClass(type.getName()).getDeclaredMethod("search", long.class, long.class);
      search.setAccessible(true);
      return (String) search.invoke(null, first, count);
    } finally {
      Thread.currentThread().setContextClassLoader(getParent());
    }
  }
}
