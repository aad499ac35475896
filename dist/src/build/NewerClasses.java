import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Program that puts the classes of a jar that are older than Java 6 into the format of Java 8, with
 * the stack maps that it wants. The JVM verifies older ones in a way of its own at every start, and
 * takes none into an archive for quick starts.
 */
final class NewerClasses {
  private static final int MAJOR = 6; // the bytes of a class in which its version stands
  private static final int MINOR = 7;

  private NewerClasses() {}

  static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path draft = Path.of(jar + ".draft");
    try (JarFile from = new JarFile(jar.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(draft))) {
      ClassFile format =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(type -> open(from, type))));
      for (JarEntry entry : Collections.list(from.entries())) {
        byte[] bytes = read(from, entry);
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime()); // equal bytes from equal bytes
        to.putNextEntry(copy);
        to.write(isOld(entry, bytes) ? newer(format, bytes) : bytes);
        to.closeEntry();
      }
    }
    Files.move(draft, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] read(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream from = jar.getInputStream(entry)) {
      return from.readAllBytes();
    }
  }

  /** The class {@code type} of the jar or of Java; null of others. */
  private static InputStream open(JarFile jar, ClassDesc type) {
    String descriptor = type.descriptorString(); // Lname;
    String name = descriptor.substring(1, descriptor.length() - 1) + ".class";
    JarEntry entry = jar.getJarEntry(name);
    try {
      return entry == null ? ClassLoader.getSystemResourceAsStream(name) : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOld(JarEntry entry, byte[] bytes) {
    return entry.getName().endsWith(".class")
        && (bytes[MAJOR] << 8 | bytes[MINOR]) < ClassFile.JAVA_6_VERSION;
  }

  private static byte[] newer(ClassFile format, byte[] bytes) {
    ClassModel old = format.parse(bytes);
    MethodTransform code = MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL);
    return format.build(
        old.thisClass().asSymbol(),
        builder -> {
          old.elementStream()
              .filter(element -> !(element instanceof ClassFileVersion))
              .forEach(
                  element -> {
                    if (element instanceof MethodModel method) {
                      builder.transformMethod(method, code); // which computes stack maps
                    } else {
                      builder.with(element);
                    }
                  });
          builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
        });
  }
}
