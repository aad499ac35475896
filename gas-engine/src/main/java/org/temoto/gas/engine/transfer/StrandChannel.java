package org.temoto.gas.engine.transfer;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.CommunicationListener;
import org.temoto.gas.spi.JobAbortedException;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.VirtualMemory;

/** Channel, buffers and counters with which one strand communicates. Used by that strand only. */
public final class StrandChannel {
  private final ProcessingElement pe;
  private final Counters counters = new Counters();
  private Channel channel;

  /** Null if nothing listens. */
  private CommunicationListener listener;

  private int lastPlace;

  private MemorySegment words = VirtualMemory.reserve(VirtualMemory.SYSTEM_PAGE);
  private MemorySegment pages = VirtualMemory.reserve(VirtualMemory.SYSTEM_PAGE);

  public StrandChannel(ProcessingElement pe, Channel channel) {
    this.pe = pe;
    this.channel = channel;
  }

  /** Has the first words' buffer in memory: the strand will not wait for it when it reads them. */
  public void prepare() {
    words.fill((byte) 0);
  }

  public ProcessingElement pe() {
    return pe;
  }

  public int rank() {
    return pe.rank();
  }

  public Channel channel() {
    return channel;
  }

  /** The strand has taken over the identity of another worker. */
  public void use(Channel other) {
    channel = other;
  }

  /** About how many bytes can be had of {@code other} within the latency of a get. */
  public long bytesPerLatency(int other) {
    return pe.transport().bytesPerLatency(other);
  }

  public Counters counters() {
    return counters;
  }

  /** From now on {@code other} is told of this strand's waits for other PEs; null for none. */
  public void tell(CommunicationListener other) {
    listener = other;
  }

  /** Pages have been fetched since {@code start}, when the counters said {@code bytesBefore}. */
  public void fetched(long start, long bytesBefore) {
    long end = pe.clock().now();
    counters.communicationNanos += end - start;
    if (listener != null) {
      listener.fetched(start, end, counters.bytesFetched - bytesBefore);
    }
  }

  /** Shared words of other PEs have been accessed, by one operation, since {@code start}. */
  public void accessedWords(long start) {
    long nanos = pe.clock().now() - start;
    counters.communicationNanos += nanos;
    counters.remoteWordNanos += nanos;
    counters.remoteWords++;
  }

  /** Commits have been completed since {@code start}, when the counters said that. */
  public void released(long start, long bytesBefore) {
    long end = pe.clock().now();
    counters.communicationNanos += end - start;
    counters.releases++;
    if (listener != null) {
      listener.released(start, end, counters.bytesCommitted - bytesBefore);
    }
  }

  /** The place at which the strand last found room in the table of strands that use frames. */
  public int lastPlace() {
    return lastPlace;
  }

  public void lastPlace(int place) {
    lastPlace = place;
  }

  /** A buffer for at least {@code count} directory words; its contents are undefined. */
  public MemorySegment words(int count) {
    words = larger(words, (long) count * Long.BYTES);
    return words;
  }

  /**
   * A buffer of at least {@code bytes} for page copies on their way into the view; its contents are
   * undefined.
   */
  public MemorySegment pages(long bytes) {
    pages = larger(pages, bytes);
    return pages;
  }

  /** Fails rather than unmap one that transfers may still reach, as after an abort. */
  private MemorySegment larger(MemorySegment buffer, long bytes) {
    if (buffer.byteSize() < bytes) {
      pe.checkAlive();
    }
    return grown(buffer, bytes);
  }

  static MemorySegment grown(MemorySegment buffer, long bytes) {
    if (buffer.byteSize() >= bytes) {
      return buffer;
    }
    MemorySegment larger =
        VirtualMemory.reserve(
            Math.ceilDiv(bytes, VirtualMemory.SYSTEM_PAGE) * VirtualMemory.SYSTEM_PAGE);
    VirtualMemory.unmap(buffer);
    return larger;
  }

  /** Lets others run while this strand waits for one of them; fails if the job has been aborted. */
  public void pause() {
    pe.checkAlive();
    pe.strands().yield();
  }

  /**
   * Returns the buffers to the system, if the job was aborted only at the PE's end: the strand may
   * not have waited for what it had issued.
   */
  public void release() {
    try {
      pe.checkAlive();
    } catch (JobAbortedException e) {
      pe.atEnd(this::unmap);
      return;
    }
    unmap();
  }

  private void unmap() {
    VirtualMemory.unmap(words);
    VirtualMemory.unmap(pages);
  }
}
