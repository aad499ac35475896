package org.temoto.apps.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.temoto.apps.BadInputException;
import org.temoto.apps.Shown;
import org.temoto.gas.spi.LaunchHost;

/**
 * Program of a user, with its main method: a class of the class path, a source file or a jar.
 *
 * @param name as the user has typed it
 * @param main the class that has the method
 */
public record UserProgram(String name, Class<?> main) {
  private static final String SOURCE = ".java";
  private static final String JAR = ".jar";
  private static final String CLASS_PATH = "the class path";

  /** Main classes by jar: each point of a sweep has the same classes. */
  private static final Map<Path, Class<?>> LOADED = new ConcurrentHashMap<>();

  /** Property that says where classes are loaded from besides, by which PEs compare them. */
  private static final String PLACE = "temoto.program";

  /** Tells a program of the user from an application of Temoto's own by its name. */
  public static boolean isProgram(String word) {
    return word.contains(".")
        || word.contains("/")
        || !word.isEmpty() && Character.isUpperCase(word.codePointAt(0));
  }

  /** The name of its class without packages, or of its file without folders and extension. */
  public static String shortName(String word) {
    String file = word.substring(word.lastIndexOf('/') + 1);
    String stem = file.replaceFirst("[.](java|jar)$", "");
    return stem.equals(file) ? stem.substring(stem.lastIndexOf('.') + 1) : stem;
  }

  /**
   * Finds the program, and compiles it if it is a source file.
   *
   * @throws BadInputException if there is none, or it does not compile
   */
  public static UserProgram of(String name) {
    Class<?> main;
    if (name.endsWith(SOURCE)) {
      main = SourceFile.compile(requireFile(name), UserProgram::hasMain);
    } else if (name.endsWith(JAR)) {
      Path jar = requireFile(name);
      main = LOADED.computeIfAbsent(jar.toAbsolutePath().normalize(), _ -> ofJar(jar));
    } else {
      main = load(name, Thread.currentThread().getContextClassLoader(), CLASS_PATH);
    }
    if (!hasMain(main)) {
      throw new BadInputException("class " + main.getName() + " has no main method");
    }
    return new UserProgram(name, main);
  }

  private static Path requireFile(String name) {
    Path file = Path.of(name);
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new BadInputException("there is no file " + name + " that can be read");
    }
    return file;
  }

  private static Class<?> ofJar(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      String main =
          file.getManifest() == null
              ? null
              : file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (main == null) {
        throw new BadInputException(
            jar + " names no main class: name it, by temoto -cp " + Shown.word(jar) + " run CLASS");
      }
      return load(main, loader(jar), jar.toString());
    } catch (IOException e) {
      throw new BadInputException(jar + " is no jar that can be read: " + e.getMessage(), e);
    }
  }

  /** Open as long as the process: tasks load classes at any time. */
  static ClassLoader loader(Path place) {
    try {
      URL[] places = {place.toUri().toURL()};
      System.setProperty(PLACE, place.toString());
      return new OwnFirst(places, Thread.currentThread().getContextClassLoader());
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loader that looks in its own places first: the class path may have an older build. */
  private static final class OwnFirst extends URLClassLoader {
    static {
      registerAsParallelCapable();
    }

    OwnFirst(URL[] places, ClassLoader parent) {
      super(places, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (findLoadedClass(name) == null && isOwn(name)) {
          Class<?> _ = findClass(name); // once it is loaded, the parent is not asked for it
        }
        return super.loadClass(name, resolve);
      }
    }

    private boolean isOwn(String name) {
      String path = name.replace('.', '/');
      return !isOfTemoto(path) && findResource(path + ".class") != null && !isOfJdk(name);
    }

    /** A jar may bring Temoto along, of which only one can run: that of the command line. */
    private static boolean isOfTemoto(String path) {
      return path.startsWith("org/temoto/") || path.startsWith("META-INF/services/org.temoto.");
    }

    /** A jar may bring packages such as javax.xml along, whose classes the JDK has for all. */
    private static boolean isOfJdk(String name) {
      try {
        return getPlatformClassLoader().loadClass(name) != null;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    @Override
    public URL getResource(String name) {
      URL own = isOfTemoto(name) ? null : findResource(name);
      return own == null ? super.getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      if (isOfTemoto(name)) {
        return super.getResources(name);
      }
      List<URL> all = Collections.list(findResources(name));
      all.addAll(Collections.list(getParent().getResources(name)));
      return Collections.enumeration(all);
    }
  }

  private static Class<?> load(String name, ClassLoader loader, String place) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      String remedy =
          place.equals(CLASS_PATH)
              ? ": add to that by temoto -cp CLASSES run " + Shown.word(name)
              : "";
      throw new BadInputException("there is no class " + name + " on " + place + remedy, e);
    } catch (LinkageError e) {
      throw new BadInputException("class " + name + " cannot be loaded: " + e, e);
    }
  }

  private static boolean hasMain(Class<?> type) {
    try {
      return mainOf(type).isPresent();
    } catch (NoClassDefFoundError e) {
      throw new BadInputException(
          "class " + type.getName() + " needs " + e.getMessage() + ": add it by temoto -cp MORE",
          e);
    }
  }

  /** The method that the JVM would call: with arguments if there is one, static or not. */
  private static Optional<Method> mainOf(Class<?> type) {
    return mainOf(type, String[].class).or(() -> mainOf(type, new Class<?>[0]));
  }

  private static Optional<Method> mainOf(Class<?> type, Class<?>... parameters) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      Optional<Method> found =
          Arrays.stream(owner.getDeclaredMethods())
              .filter(each -> each.getName().equals("main"))
              .filter(each -> each.getReturnType() == void.class)
              .filter(each -> !Modifier.isPrivate(each.getModifiers()))
              .filter(each -> Arrays.equals(each.getParameterTypes(), parameters))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * Calls the main method, whose launches go to {@code host}.
   *
   * @throws BadInputException if it cannot be called; what the program throws passes as it is
   */
  public void run(LaunchHost host, List<String> arguments) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(main.getClassLoader()); // tasks are unmarshalled by it
    try {
      ScopedValue.where(LaunchHost.CURRENT, host)
          .call(() -> {
            call(arguments);
            return null;
          });
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void call(List<String> arguments) throws Exception {
    Method method = mainOf(main).orElseThrow();
    Object[] values =
        method.getParameterCount() == 0
            ? new Object[0]
            : new Object[] {arguments.toArray(String[]::new)};
    try {
      method.setAccessible(true);
      method.invoke(Modifier.isStatic(method.getModifiers()) ? null : instance(), values);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw new UndeclaredThrowableException(e.getCause());
      }
    } catch (ReflectiveOperationException e) {
      throw new BadInputException(name + " cannot be started: " + e, e);
    }
  }

  private Object instance() throws ReflectiveOperationException {
    Constructor<?> constructor = main.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
