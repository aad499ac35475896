package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.temoto.gas.RefusedException;
import org.temoto.gas.shmem.bindings.OpenShmem;
import org.temoto.gas.shmem.bindings.OpenShmemFunctions;

class ShmemLibraryTest {
  /** A library that is everywhere, and not OpenSHMEM. */
  private static final String WRONG = "libm.so.6";

  @TempDir Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(ShmemLibrary.PROPERTY);
  }

  @Test
  void shouldNeedWhatIsCalled() throws IOException {
    Set<String> functions = BindingsSource.functions().keySet();
    List<String> variables = BindingsSource.symbols("var");
    Set<String> called = new TreeSet<>(calledMethods());
    called.removeIf(name -> !functions.contains(name) && !variables.contains(name));
    assertThat(ShmemLibrary.NEEDED).containsExactlyElementsOf(called);
  }

  /** The bindings' methods that this module's classes call. */
  private static Set<String> calledMethods() throws IOException {
    Path classes = Path.of("target/classes/org/temoto/gas/shmem");
    List<String> bindings =
        Stream.of(OpenShmem.class, OpenShmemFunctions.class)
            .map(each -> each.getName().replace('.', '/'))
            .toList();
    Set<String> called = new TreeSet<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        StreamSupport.stream(ClassFile.of().parse(file).constantPool().spliterator(), false)
            .filter(MethodRefEntry.class::isInstance)
            .map(MethodRefEntry.class::cast)
            .filter(method -> bindings.contains(method.owner().asInternalName()))
            .forEach(method -> called.add(method.name().stringValue()));
      }
    }
    return called;
  }

  @Test
  void shouldRefuseALibraryThatIsNotThere() {
    System.setProperty(ShmemLibrary.PROPERTY, folder.resolve("none.so").toString());
    assertRefused("none.so is not found", "apt-get install openmpi-bin");
    System.setProperty(ShmemLibrary.PROPERTY, "libnone.so");
    assertRefused("libnone.so is not found", ShmemLibrary.PROPERTY);
  }

  @Test
  void shouldRefuseALibraryThatIsNotOpenShmem() {
    System.setProperty(ShmemLibrary.PROPERTY, WRONG);
    assertRefused(WRONG, "it has no oshmem_ctx_default and lacks", ShmemLibrary.PROPERTY);
  }

  @Test
  void shouldRefuseAFileThatIsNoLibrary() throws IOException {
    Path file = Files.writeString(folder.resolve("text.so"), "no library");
    System.setProperty(ShmemLibrary.PROPERTY, file.toString());
    assertRefused("text.so", "cannot be loaded", ShmemLibrary.PROPERTY);
  }

  private static void assertRefused(String... parts) {
    assertThatThrownBy(ShmemLibrary::load)
        .isInstanceOf(RefusedException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  @Timeout(60)
  void shouldRefuseAJvmWithoutNativeAccess() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Loading.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor()).isPositive();
    assertThat(output)
        .contains("without native access", "--enable-native-access=ALL-UNNAMED", "./temoto java");
  }

  /** Libraries in folders of other characters, one of them of none: what is mapped has any name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "C.UTF-8|gr\u00fcn/libown.so is not an OpenSHMEM 1.4 library",
        "C|libown.so has characters that the locale's encoding, ANSI_X3.4-1968, has not: set LC_ALL"
      })
  @Timeout(60)
  void shouldReadAMemoryMapOfAnyNames(String locale, String message) throws Exception {
    String script =
        """
        odd=$(printf 'no\\377te\\rxt') && own=$(printf 'gr\\303\\274n') && mkdir "$odd" "$own" &&
          cp "$1"/lib/libjsig.so "$odd" && cp "$1"/lib/libjsig.so "$own"/libown.so || exit
        java=$1
        locale=$2
        shift 2
        LC_ALL=$locale LD_LIBRARY_PATH=$own LD_PRELOAD="$odd/libjsig.so" exec "$java/bin/java" "$@"
        """;
    Process jvm =
        new ProcessBuilder(
                "sh",
                "-c",
                script,
                "sh",
                System.getProperty("java.home"),
                locale,
                "--enable-native-access=ALL-UNNAMED",
                "-D" + ShmemLibrary.PROPERTY + "=libown.so",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Loading.class.getName())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor()).isPositive();
    assertThat(output).contains(message).doesNotContain("MalformedInput");
  }

  /** Program for a JVM of its own. */
  static final class Loading {
    private Loading() {}

    public static void main(String[] arguments) {
      assertThat(new HeapPlace(0x600000000000L, 1).occupant()).isEmpty(); // of all that is mapped
      System.out.println(ShmemLibrary.load());
    }
  }
}
