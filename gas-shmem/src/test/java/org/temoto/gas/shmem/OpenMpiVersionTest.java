package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.RefusedException;

@Timeout(60)
class OpenMpiVersionTest {
  @ParameterizedTest
  @CsvSource({
    "'Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4', 4.1.4",
    "'Open MPI v5.0.10rc1, package: Open MPI', 5.0.10rc1",
    "'Open MPI v4.1.5', 4.1.5",
  })
  void shouldReadWhatOpenMpiSaysOfItself(String text, String number) {
    assertThat(OpenMpiVersion.parse(text)).contains(new OpenMpiVersion(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MPICH Version: 4.0.2", "Intel(R) MPI Library 2021.9 for Linux* OS"})
  void shouldKnowThatAnotherMpiIsNotOpenMpi(String text) {
    assertThat(OpenMpiVersion.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4.1.4, false", "4.1.5, true", "4.1.50, false", "4.1.6, false", "5.0.7, false"})
  void shouldKnowWhichAreBad(String number, boolean bad) {
    assertThat(new OpenMpiVersion(number).fault().isPresent()).isEqualTo(bad);
  }

  /** A library that says that it is this one. */
  private static Path library(Path folder, String text) throws Exception {
    Path source = folder.resolve("version.c");
    Path library = folder.resolve("libversion.so");
    Files.writeString(
        source,
        """
        #include <string.h>
        int MPI_Get_library_version(char *text, int *length) {
          strcpy(text, "%s");
          *length = strlen(text);
          return 0;
        }
        """
            .formatted(text));
    Process compiler =
        new ProcessBuilder("oshcc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compiler.waitFor()).as(output).isZero();
    return library;
  }

  @Test
  void shouldRefuseABadLibraryByName(@TempDir Path folder) throws Exception {
    Evidence.requireOpenShmem();
    Path library = library(folder, "Open MPI v4.1.5, package: any");
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
      assertThatThrownBy(() -> ShmemLibrary.requireGood(library, symbols))
          .isInstanceOf(RefusedException.class)
          .hasMessageContainingAll(
              library.toString(), "Open MPI 4.1.5", "crashes", "-D" + ShmemLibrary.PROPERTY + "=");
    }
  }

  @Test
  void shouldAskTheInstalledLibrary() throws Exception {
    Evidence.requireOpenShmem();
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup symbols = SymbolLookup.libraryLookup("liboshmem.so.40", arena);
      assertThat(OpenMpiVersion.of(symbols).orElseThrow().number()).matches("\\d+\\.\\d+\\.\\d+.*");
    }
  }
}
