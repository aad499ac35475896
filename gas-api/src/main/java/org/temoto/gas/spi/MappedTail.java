package org.temoto.gas.spi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Mapped tail of a file that grows: a window of {@link #BYTES} bytes, always at the same addresses,
 * in which the file's next bytes are written by plain stores. Stored bytes are the kernel's at
 * once, so they are in the file however the process ends; a crash of the machine may lose it. The
 * file is longer by what of the window is zero, until it is closed. Used by one thread at a time.
 */
public final class MappedTail {
  /**
   * Size of the window: as few bytes as make the calls of a move cheap beside the stores, so that
   * its pages stay in the caches, and do not displace others.
   */
  public static final int BYTES = 64 << 10;

  private static final int O_RDWR = 2;
  private static final int O_CLOEXEC = 02000000;

  private static final LibraryFunction OPEN = LibraryFunction.ofInt("open");
  private static final LibraryFunction PWRITE = LibraryFunction.ofLong("pwrite");
  private static final LibraryFunction FSYNC = LibraryFunction.ofInt("fsync");
  private static final LibraryFunction FTRUNCATE = LibraryFunction.ofInt("ftruncate");
  private static final LibraryFunction CLOSE = LibraryFunction.ofInt("close");
  private static final LibraryFunction STRERROR = LibraryFunction.ofLong("strerror");

  private static final int NONE = -1;
  private static final MemorySegment ZEROS = Arena.global().allocate(BYTES);

  private final Path file;
  private final MemorySegment window;

  /** {@link #NONE} when it is closed. */
  private int descriptor;

  private long offset;

  /**
   * Creates {@code file} and maps its first bytes.
   *
   * @throws IOException if it is there, cannot be created, or has no room
   */
  public MappedTail(Path file) throws IOException {
    this.file = file;
    Files.createFile(file); // whose refusals are in words
    this.descriptor = open();
    this.window = VirtualMemory.reserve(BYTES);
    try {
      map(0);
    } catch (IOException e) {
      release();
      throw e;
    }
  }

  private int open() throws IOException {
    // As Java encodes names of files for the system.
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding"));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(file.toString(), names);
      return (int) require(OPEN, name.address(), O_RDWR | O_CLOEXEC);
    }
  }

  /** The next bytes of the file from {@link #offset()} on, zero at first; native memory. */
  public MemorySegment window() {
    return window;
  }

  /** Place in the file at which the window begins. */
  public long offset() {
    return offset;
  }

  /**
   * Moves the window on to the {@link #BYTES} bytes behind it. Costs some microseconds and, on the
   * Java heap, some hundred bytes.
   *
   * @throws IOException if there is no room for them; the window stays
   */
  public void move() throws IOException {
    map(offset + BYTES);
  }

  private void map(long next) throws IOException {
    writeZeros(next);
    // In the place of what is mapped, so the addresses are never another's.
    long address = window.address();
    require(
        VirtualMemory.MMAP,
        address,
        BYTES,
        VirtualMemory.PROT_READ_WRITE,
        VirtualMemory.MAP_SHARED | VirtualMemory.MAP_FIXED,
        descriptor,
        next);
    VirtualMemory.prefault(address, BYTES); // instead of a fault for each page
    offset = next;
  }

  /**
   * Makes room first, for which the kernel would send a signal to a store if there is none. By a
   * write, because it makes pages for less than faults do.
   */
  private void writeZeros(long from) throws IOException {
    for (int done = 0; done < BYTES; ) { // a file that may grow no more takes a part
      done += (int) write(ZEROS.address(), BYTES - done, from + done);
    }
  }

  private long write(long address, long bytes, long at) throws IOException {
    return require(PWRITE, descriptor, address, bytes, at);
  }

  /** Puts {@code value} at {@code at} in the file, where the window may have been before. */
  public void put(long at, long value) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      write(arena.allocateFrom(JAVA_LONG, value).address(), Long.BYTES, at);
    }
  }

  /** Brings all bytes to the device, and to other hosts that open the file. */
  public void force() throws IOException {
    require(FSYNC, descriptor);
  }

  /**
   * Cuts the file to {@code length} bytes and closes it; the window must not be touched any more.
   * Does nothing the second time.
   */
  public void close(long length) throws IOException {
    if (descriptor != NONE) {
      try {
        require(FTRUNCATE, descriptor, length);
      } finally {
        release();
      }
    }
  }

  private void release() throws IOException {
    VirtualMemory.unmap(window);
    int last = descriptor;
    descriptor = NONE;
    require(CLOSE, last);
  }

  private long require(LibraryFunction function, long... numbers) throws IOException {
    LibraryFunction.Outcome outcome = function.call(numbers);
    if (outcome.failed()) {
      throw failed(outcome.errno());
    }
    return outcome.result();
  }

  private FileSystemException failed(int errno) {
    return new FileSystemException(file.toString(), null, reason(errno));
  }

  private static String reason(int errno) {
    MemorySegment text = MemorySegment.ofAddress(STRERROR.call(errno).result());
    return text.reinterpret(Long.MAX_VALUE).getString(0).toLowerCase(Locale.ROOT);
  }
}
