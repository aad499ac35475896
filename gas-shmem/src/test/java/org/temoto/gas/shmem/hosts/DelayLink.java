package org.temoto.gas.shmem.hosts;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A wire between two network namespaces on which every packet takes its time: a TAP device in each,
 * and a thread per direction that hands over what comes out of one to the other, later. Run by the
 * script {@code hosts}; prints a line when the devices are there, and goes on until it is killed.
 */
public final class DelayLink {
  private static final int FRAME_BYTES = 1 << 16;

  /** Frames under way in one direction at most; what comes then waits in the device. */
  private static final int FRAMES = 1 << 10;

  private final Linux linux = new Linux();
  private final int from;
  private final int to;
  private final long delayNanos;
  private final MemorySegment[] frames = new MemorySegment[FRAMES];
  private final int[] lengths = new int[FRAMES];
  private final long[] due = new long[FRAMES];

  /** Counts of the frames that went out and came in; their difference is under way. */
  private int sent;

  private int received;

  private DelayLink(int from, int to, long delayNanos) {
    this.from = from;
    this.to = to;
    this.delayNanos = delayNanos;
    for (int i = 0; i < FRAMES; i++) {
      frames[i] = Arena.global().allocate(FRAME_BYTES); // memory is taken as frames come
    }
  }

  /** Takes two namespaces, the name of the device in both, and the one-way delay, as in 500us. */
  public static void main(String[] arguments) throws IOException {
    Linux linux = new Linux();
    linux.enter(arguments[0]);
    int first = linux.openTap(arguments[2]);
    linux.enter(arguments[1]);
    int second = linux.openTap(arguments[2]);
    long delay = nanos(arguments[3]);
    new DelayLink(first, second, delay).start();
    new DelayLink(second, first, delay).start();
    System.out.println("up");
  }

  private static long nanos(String text) {
    if (!text.matches("[0-9]{1,7}us")) {
      throw new IllegalArgumentException("delay=" + text + " must be microseconds, as in 500us");
    }
    return Long.parseLong(text.substring(0, text.length() - 2)) * 1000;
  }

  private static int slot(int count) {
    return count & FRAMES - 1;
  }

  private void start() {
    Thread.ofPlatform().name("link-" + from).start(this::forward);
  }

  private void forward() {
    try {
      linux.waitExactly();
      while (true) {
        send();
        receive();
        await();
      }
    } catch (IOException e) {
      System.err.println("hosts: the link broke: " + e.getMessage());
      Runtime.getRuntime().halt(1); // the wire is cut: both directions
    }
  }

  private void send() throws IOException {
    for (; sent != received && due[slot(sent)] <= System.nanoTime(); sent++) {
      linux.write(to, frames[slot(sent)], lengths[slot(sent)]);
    }
  }

  private void receive() throws IOException {
    while (received - sent < FRAMES) {
      int slot = slot(received);
      lengths[slot] = linux.read(from, frames[slot]);
      if (lengths[slot] == 0) {
        return;
      }
      due[slot] = System.nanoTime() + delayNanos;
      received++;
    }
  }

  private void await() throws IOException {
    boolean full = received - sent == FRAMES;
    long left = sent == received ? -1 : Math.max(0, due[slot(sent)] - System.nanoTime());
    linux.await(full ? -1 : from, left);
  }
}
