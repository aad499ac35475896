package org.temoto.gas.shmem.hosts;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The few system calls that a link between network namespaces takes; used by one thread. */
final class Linux {
  static final int READABLE = 1;
  private static final int READ_ONLY = 0;
  private static final int READ_WRITE_NONBLOCK = 2 | 04000;
  private static final int NEW_NET = 0x40000000;
  private static final int SET_TIMER_SLACK = 29;
  private static final int INTERRUPTED = 4;
  private static final int INTERFACE_DOWN = 5;
  private static final int TRY_AGAIN = 11;
  private static final long SET_INTERFACE = 0x400454caL;
  private static final short TAP_WITHOUT_HEADER = 0x0002 | 0x1000;
  private static final int NAME_BYTES = 16;
  private static final int REQUEST_BYTES = 40;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERROR =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle OPEN =
      link("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), 2);
  private static final MethodHandle CLOSE =
      link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), -1);
  private static final MethodHandle SETNS =
      link("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), -1);
  private static final MethodHandle IOCTL =
      link("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), 2);
  private static final MethodHandle PRCTL =
      link("prctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), 1);
  private static final MethodHandle PPOLL =
      link("ppoll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS), -1);
  private static final MethodHandle READ =
      link("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), -1);
  private static final MethodHandle WRITE =
      link("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), -1);

  private final Arena arena = Arena.global();
  private final MemorySegment state = arena.allocate(STATE);
  private final MemorySegment pollRequest = arena.allocate(8, 8);
  private final MemorySegment timeout = arena.allocate(16, 8);

  /** A call that captures errno; {@code fixed} arguments come before the variable ones, if any. */
  private static MethodHandle link(String name, FunctionDescriptor type, int fixed) {
    MemorySegment address = LINKER.defaultLookup().findOrThrow(name);
    return fixed < 0
        ? LINKER.downcallHandle(address, type, ERRNO)
        : LINKER.downcallHandle(address, type, ERRNO, Linker.Option.firstVariadicArg(fixed));
  }

  /** Puts the calling thread into a network namespace. */
  void enter(String namespace) throws IOException {
    try {
      int file = open("/run/netns/" + namespace, READ_ONLY);
      check((int) SETNS.invokeExact(state, file, NEW_NET), "setns " + namespace);
      check((int) CLOSE.invokeExact(state, file), "close");
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** A network device of whole Ethernet frames in this thread's namespace; reads do not block. */
  int openTap(String name) throws IOException {
    try {
      int file = open("/dev/net/tun", READ_WRITE_NONBLOCK);
      MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
      request.setString(0, name);
      request.set(ValueLayout.JAVA_SHORT, NAME_BYTES, TAP_WITHOUT_HEADER);
      check((int) IOCTL.invokeExact(state, file, SET_INTERFACE, request), "TUNSETIFF " + name);
      return file;
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  private int open(String path, int flags) throws Throwable {
    int file = (int) OPEN.invokeExact(state, arena.allocateFrom(path), flags);
    return check(file, "open " + path);
  }

  /** Has this thread's waits end when they should, not up to 50 us later. */
  void waitExactly() throws IOException {
    try {
      check((int) PRCTL.invokeExact(state, SET_TIMER_SLACK, 1L), "prctl");
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /**
   * Waits until {@code file} can be read (none if negative), for so long (for ever if negative).
   */
  void await(int file, long nanos) throws IOException {
    pollRequest.set(JAVA_INT, 0, file); // the kernel leaves out what is negative
    pollRequest.set(JAVA_INT, Integer.BYTES, READABLE);
    timeout.set(JAVA_LONG, 0, nanos / 1_000_000_000);
    timeout.set(JAVA_LONG, Long.BYTES, nanos % 1_000_000_000);
    try {
      MemorySegment limit = nanos < 0 ? MemorySegment.NULL : timeout;
      int ready = (int) PPOLL.invokeExact(state, pollRequest, 1L, limit, MemorySegment.NULL);
      check(ready < 0 && error() == INTERRUPTED ? 0 : ready, "ppoll");
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Reads a frame; 0 if there is none. */
  int read(int file, MemorySegment frame) throws IOException {
    try {
      int bytes = (int) (long) READ.invokeExact(state, file, frame, frame.byteSize());
      return bytes < 0 && error() == TRY_AGAIN ? 0 : check(bytes, "read");
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  /** Writes a frame; a device that has no room for it drops it, as networks do. */
  void write(int file, MemorySegment frame, long length) throws IOException {
    try {
      int bytes = (int) (long) WRITE.invokeExact(state, file, frame, length);
      boolean dropped = bytes < 0 && (error() == TRY_AGAIN || error() == INTERFACE_DOWN);
      check(dropped ? 0 : bytes, "write");
    } catch (Throwable e) {
      throw failure(e);
    }
  }

  private int check(int result, String what) throws IOException {
    if (result < 0) {
      throw new IOException(what + " failed with errno " + error());
    }
    return result;
  }

  private int error() {
    return (int) ERROR.get(state, 0L);
  }

  private static IOException failure(Throwable thrown) {
    return thrown instanceof IOException e ? e : new IOException(thrown);
  }
}
