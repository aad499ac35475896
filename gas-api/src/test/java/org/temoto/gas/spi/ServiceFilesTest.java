package org.temoto.gas.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ServiceFilesTest {
  private static final String PROPERTY = "temoto.services";

  @TempDir private Path folder;

  @BeforeEach
  void setProperty() {
    System.setProperty(PROPERTY, folder.toString());
  }

  @AfterEach
  void clearProperty() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void shouldFindAServiceInTheFolderAlone() throws Exception {
    Path file = Files.createFile(folder.resolve("org.example.Service"));
    ClassLoader loader = ServiceFiles.of(ClassLoader.getSystemClassLoader());
    assertThat(Collections.list(loader.getResources("META-INF/services/org.example.Service")))
        .extracting(URL::toString)
        .containsExactly(file.toUri().toURL().toString());
  }

  @Test
  void shouldLookForOthersOnTheClassPath() throws Exception {
    ClassLoader system = ClassLoader.getSystemClassLoader();
    String own = ServiceFilesTest.class.getName().replace('.', '/') + ".class";
    assertThat(Collections.list(ServiceFiles.of(system).getResources(own)))
        .isNotEmpty()
        .isEqualTo(Collections.list(system.getResources(own)));
  }

  @Test
  void shouldLeaveLoadersOfProgramsAlone() {
    ClassLoader other = new ClassLoader() {};
    assertThat(ServiceFiles.of(other)).isSameAs(other);
  }
}
