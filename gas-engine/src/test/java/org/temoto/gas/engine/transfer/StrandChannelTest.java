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

  /** Another thread may map something else in a place that has become free, but not in all. */
  private static boolean isAnyFree(List<MemorySegment> buffers) throws IOException {
    for (MemorySegment buffer : buffers) {
      if (!isMapped(buffer)) {
        return true;
      }
    }
    return false;
  }

  private List<MemorySegment> buffersOfReleased() {
    List<MemorySegment> buffers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      StrandChannel each = new StrandChannel(element(), null);
      buffers.add(each.words(1));
      buffers.add(each.pages(1));
      each.release();
    }
    return buffers;
  }

  @Test
  void shouldGiveBuffersBackAtTheEndOfItsStrand() throws IOException {
    assertThat(isAnyFree(buffersOfReleased())).isTrue();
    assertThat(cleanups).isEmpty();
  }

  /** A get that was not waited for may still write to them. */
  @Test
  void shouldKeepBuffersOfAnAbortedJobUntilThePeEnds() throws IOException {
    aborted = true;
    List<MemorySegment> buffers = buffersOfReleased();
    for (MemorySegment buffer : buffers) {
      assertThat(isMapped(buffer)).isTrue();
    }
    cleanups.forEach(Runnable::run);
    assertThat(isAnyFree(buffers)).isTrue();
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
