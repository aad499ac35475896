package org.temoto.gas.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.VirtualMemory;

class StrandChannelTest {
  private final List<Runnable> cleanups = new ArrayList<>();
  private boolean aborted;
  private final StrandChannel port = new StrandChannel(element(), null);

  private ProcessingElement element() {
    Class<?>[] type = {ProcessingElement.class};
    return (ProcessingElement)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            type,
            (_, method, arguments) -> {
              if (method.getName().equals("atEnd")) {
                cleanups.add((Runnable) arguments[0]);
              } else if (aborted) { // checkAlive
                throw new JobAbortedException(new GasException("another PE fails"));
              }
              return null;
            });
  }

  private static boolean isMapped(MemorySegment buffer) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines
          .map(line -> line.split("[- ]", 3))
          .anyMatch(range ->
              Long.compareUnsigned(Long.parseUnsignedLong(range[0], 16), buffer.address()) <= 0
                  && Long.compareUnsigned(buffer.address(), Long.parseUnsignedLong(range[1], 16))
                      < 0);
    }
  }

  @Test
  void shouldGiveBuffersBackAtTheEndOfItsStrand() throws IOException {
    MemorySegment words = port.words(1);
    MemorySegment pages = port.pages(1);
    port.release();
    assertThat(isMapped(words)).isFalse();
    assertThat(isMapped(pages)).isFalse();
    assertThat(cleanups).isEmpty();
  }

  /** A get that was not waited for may still write to them. */
  @Test
  void shouldKeepBuffersOfAnAbortedJobUntilThePeEnds() throws IOException {
    MemorySegment words = port.words(1);
    MemorySegment pages = port.pages(1);
    aborted = true;
    port.release();
    assertThat(isMapped(words)).isTrue();
    assertThat(isMapped(pages)).isTrue();
    cleanups.forEach(Runnable::run);
    assertThat(isMapped(words)).isFalse();
    assertThat(isMapped(pages)).isFalse();
  }

  @Test
  void shouldNotReplaceABufferOfAnAbortedJob() throws IOException {
    MemorySegment words = port.words(1);
    aborted = true;
    assertThat(port.words(1).address()).isEqualTo(words.address());
    assertThatThrownBy(() -> port.words(VirtualMemory.SYSTEM_PAGE))
        .isInstanceOf(JobAbortedException.class);
    assertThat(isMapped(words)).isTrue();
    assertThatThrownBy(() -> port.pages(VirtualMemory.SYSTEM_PAGE + 1))
        .isInstanceOf(JobAbortedException.class);
  }
}
