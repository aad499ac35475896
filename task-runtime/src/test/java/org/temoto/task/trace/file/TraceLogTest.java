package org.temoto.task.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.temoto.gas.InvalidOptionException;
import org.temoto.gas.RefusedException;
import org.temoto.gas.spi.MappedTail;
import org.temoto.task.trace.Trace;
import org.temoto.task.trace.Trace.Event.Kind;

/** Tests of the file of a worker: its contents, and reading of whole, torn and other files. */
@Timeout(120)
class TraceLogTest {
  private static final int WINDOW_EVENTS = MappedTail.BYTES / Layout.RECORD;

  @TempDir Path folder;

  private TraceLog log(int worker) {
    return new TraceLog(folder, 0, 3, worker, 1_000, 7);
  }

  private Path file(int worker) {
    return folder.resolve(Layout.fileName(0, 3, worker));
  }

  private List<Trace.Event> read() {
    Trace trace = TraceFolder.read(folder);
    return trace.workers().getFirst().events().stream().toList();
  }

  private void writeFetches(int count) {
    try (TraceLog log = log(0)) {
      for (int i = 0; i < count; i++) {
        log.fetched(i, i + 2, 3L * i);
      }
    }
  }

  @Test
  void shouldReadWhatWasRecorded() {
    try (TraceLog log = log(5)) {
      log.worked(2_000, 2_010, String.class, false);
      log.stole(2_010, 2_020, 70_000, 9);
      log.worked(2_020, 2_030, TraceLogTest.class, true);
      log.looked(Kind.WAIT, 2_030, 2_030, 0); // nothing
      log.looked(Kind.SEARCH, 2_030, 2_030, 4);
      log.joined(2_000, 2_040, String.class);
      log.end();
    }
    Trace trace = TraceFolder.read(folder);
    assertThat(trace.finished()).isTrue();
    assertThat(trace.clockErrorNanos()).isEqualTo(7);
    assertThat(trace.count()).isEqualTo(5);
    Trace.OfWorker worker = trace.workers().getFirst();
    assertThat(worker.pe()).isEqualTo(3);
    assertThat(worker.worker()).isEqualTo(5);
    assertThat(worker.events())
        .containsExactly(
            new Trace.Event(Kind.WORK, "java.lang.String", 1_000, 10, 0),
            new Trace.Event(Kind.STEAL, "", 1_010, 10, 70_000L << 32 | 9),
            new Trace.Event(Kind.WORK, TraceLogTest.class.getName(), 1_020, 10, 1),
            new Trace.Event(Kind.SEARCH, "", 1_030, 0, 4),
            new Trace.Event(Kind.JOIN, "java.lang.String", 1_000, 40, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2_045, 2_046, 2_047, 200_001}) // a window has 2048 records
  void shouldKeepEveryEventInOrder(int count) throws IOException {
    writeFetches(count);
    assertThat(Files.size(file(0))).isEqualTo(Layout.HEADER + (long) count * Layout.RECORD);
    assertThat(TraceFolder.read(folder).count()).isEqualTo(count);
    int i = 0;
    for (Trace.Event event : TraceFolder.read(folder).workers().getFirst().events()) {
      assertThat(event).isEqualTo(new Trace.Event(Kind.FETCH, "", i - 1_000L, 2, 3L * i));
      i++;
    }
    assertThat(i).isEqualTo(count);
  }

  @Test
  void shouldReadEventsOfALogThatIsOpen() {
    try (TraceLog log = log(0)) {
      for (int i = 0; i <= WINDOW_EVENTS; i++) {
        log.released(i, i, i);
      }
      assertThat(read())
          .hasSize(WINDOW_EVENTS + 1)
          .last()
          .hasFieldOrPropertyWithValue("value", 2048L);
      assertThat(TraceFolder.read(folder).finished()).isFalse();
    }
  }

  @Test
  void shouldAllocateNothingForAnEvent() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int events = 100 * WINDOW_EVENTS;
    try (TraceLog log = log(0)) {
      log.worked(0, 0, String.class, false);
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < events; i++) {
        log.worked(i, i, String.class, false);
      }
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(bytes).as("of the moves of the window only").isLessThan(events);
    }
  }

  @Test
  void shouldLeaveNeitherMappingsNorDescriptors() throws IOException {
    for (int i = 0; i < 20; i++) {
      try (TraceLog log = log(i)) {
        log.fetched(0, 1, i);
        assertThat(LostFiles.mappings(folder)).as("while it is open").isEqualTo(1);
      }
    }
    assertThat(LostFiles.mappings(folder)).isZero();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(open.filter(Files::isSymbolicLink).map(TraceLogTest::target))
          .noneMatch(target -> target.startsWith(folder.toString()));
    }
  }

  @Test
  void shouldCloseAFileThatCannotBeFinished() {
    TraceLog log = log(0);
    LostFiles.lose(file(0));
    assertThatThrownBy(log::end).hasMessageContaining(file(0) + ": cannot be written");
    assertThat(LostFiles.mappings(folder)).isZero();
    log.end(); // not a second time
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return ""; // it has been closed
    }
  }

  @Test
  void shouldRefuseEventsAfterItsEnd() {
    TraceLog log = log(0);
    log.close();
    log.close();
    assertThatThrownBy(() -> log.fetched(0, 1, 2)).hasMessageContaining("cannot be written");
    assertThat(read()).isEmpty();
  }

  @Test
  void shouldNotOverwriteAFile() {
    log(0).close();
    assertThatThrownBy(() -> log(0))
        .hasMessageEndingWith(file(0) + ": cannot be written: something of that name is there");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31})
  void shouldLeaveOutATornRecordAtTheEnd(int missing) throws IOException {
    writeFetches(5);
    truncate(Files.size(file(0)) - missing);
    assertThat(read()).hasSize(4);
  }

  @Test
  void shouldLeaveOutARecordWithoutItsFirstWord() throws IOException {
    writeFetches(5);
    put(Layout.HEADER + 4L * Layout.RECORD, 0);
    assertThat(read()).hasSize(4);
  }

  private void truncate(long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(file(0).toFile(), "rw")) {
      file.setLength(length);
    }
  }

  private void put(long at, long value) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(file(0).toFile(), "rw")) {
      file.seek(at);
      file.write(
          ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(value).array());
    }
  }

  @Test
  void shouldPassOverAFileThatWasNotBegun() throws IOException {
    writeFetches(3);
    Files.write(folder.resolve("runtime0-pe4-worker0.trace"), new byte[MappedTail.BYTES]);
    Files.write(folder.resolve("runtime0-pe5-worker0.trace"), new byte[0]);
    byte[] withoutMagic = new byte[MappedTail.BYTES];
    withoutMagic[Layout.AT_VERSION] = 1;
    Files.write(folder.resolve("runtime0-pe6-worker0.trace"), withoutMagic);
    assertThat(TraceFolder.read(folder).workers()).hasSize(1);
    assertThat(TraceFolder.read(folder).finished()).isFalse();
  }

  /** The first look has read all that there was, less than it can take. */
  @Test
  void shouldMissNoRecordOfAFileThatGrows() throws IOException {
    Path file = folder.resolve("grows");
    int first = (MappedTail.BYTES - Layout.HEADER) / Layout.RECORD;
    Files.write(file, records(1, first, Layout.HEADER));
    RecordCursor cursor = new RecordCursor(file, Long.MAX_VALUE);
    for (int i = 1; i <= first; i++) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.head()).isEqualTo(i);
    }
    Files.write(file, records(first + 1, 3, 0), StandardOpenOption.APPEND);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.head()).isEqualTo(first + 1);
  }

  private static byte[] records(int head, int count, int header) {
    ByteBuffer all = ByteBuffer.allocate(header + count * Layout.RECORD);
    all.order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      all.putLong(header + i * Layout.RECORD, head + i);
    }
    return all.array();
  }

  @Test
  void shouldNameWhatIsNoTrace() throws IOException {
    assertRefused(folder + ": is empty; a trace must have a file *.trace of each worker");
    writeFetches(1);
    put(Layout.HEADER, 0x42);
    assertRefused(file(0) + ": record 1 is damaged");
    put(Layout.HEADER, 1L << Layout.NUMBER_SHIFT | 1);
    assertRefused(file(0) + ": record 1 is damaged");
    put(Layout.HEADER, -1L << Layout.NUMBER_SHIFT | 1);
    assertRefused(file(0) + ": record 1 is damaged");
    put(Layout.HEADER, 1L << Layout.MORE_SHIFT);
    assertRefused(file(0) + ": record 1 is damaged");
    put(Layout.AT_VERSION, 9);
    assertRefused(file(0) + ": has version 9 of the format; it must be 1");
    put(0, Long.reverseBytes(Layout.MAGIC));
    assertRefused(file(0) + ": is of a machine with another byte order");
    put(0, 0x77);
    assertRefused(file(0) + ": begins with 0000000000000077; a file of a trace must begin with");
    truncate(20);
    assertRefused(file(0) + ": has 20 bytes; a file of a trace must have a header of 64");
    Files.writeString(folder.resolve("thesis.txt"), "text");
    assertRefused(folder + ": has thesis.txt; a trace must have files *.trace only");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> TraceFolder.read(folder))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void shouldNameAFolderThatIsNone() throws IOException {
    Path absent = folder.resolve("absent");
    assertThatThrownBy(() -> TraceFolder.read(absent))
        .isInstanceOf(RefusedException.class)
        .hasMessage(absent + ": cannot be read: no such file or directory");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> TraceFolder.read(file))
        .isInstanceOf(RefusedException.class)
        .hasMessage(file + ": is a file; a trace must be a directory");
  }

  @Test
  void shouldRefuseAFolderThatAnotherHostDoesNotHave() {
    TraceFolder.requireShared(folder, "PE 1 on host h");
    Path absent = folder.resolve("absent");
    assertThatThrownBy(() -> TraceFolder.requireShared(absent, "PE 1 on host h"))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage(
            "traceFolder=%s must be on a file system that all hosts share: it is not there on PE 1 on host h"
                .formatted(absent));
  }

  @Test
  void shouldMergeFilesOfAWorkerInTheOrderOfTime() {
    for (int runtime = 0; runtime < 3; runtime++) {
      try (TraceLog log = new TraceLog(folder, runtime, 0, 0, 0, 0)) {
        for (int i = 0; i < 100; i++) {
          log.fetched(0, 10L * i + runtime, runtime);
        }
      }
    }
    Trace.Events events = TraceFolder.read(folder).workers().getFirst().events();
    assertThat(events.count()).isEqualTo(300);
    List<Long> ends = new ArrayList<>();
    Iterator<Trace.Event> each = events.iterator();
    while (each.hasNext()) {
      ends.add(each.next().end());
    }
    assertThat(ends).hasSize(300).isSorted();
    assertThatThrownBy(each::next).isInstanceOf(NoSuchElementException.class);
  }
}
