package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LibraryThreadTest {
  private final LibraryThread thread = new LibraryThread();

  @Test
  void shouldRunEveryCallOnTheSameThread() {
    Set<Thread> threads = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      threads.add(thread.call(Thread::currentThread));
    }
    assertThat(threads).containsExactly(thread.thread());
  }

  @Test
  void shouldThrowWhatTheCallThrowsAndGoOn() {
    assertThatThrownBy(() ->
            thread.run(() -> {
              throw new IllegalStateException("refused");
            }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("refused");
    assertThat(thread.call(() -> 42)).isEqualTo(42);
  }
}
