package org.temoto.gas.engine.view;

import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.VanillaBytes;
import net.openhft.chronicle.bytes.internal.NativeBytesStore;

/**
 * Chronicle Bytes' store over native memory, for loads only. Stores are refused, by the primitives
 * that all of it comes down to, and for Bytes over it where room for it is asked for. Loads are
 * inherited.
 */
final class ReadOnlyStore extends PointerBytesStore {
  /** Only for the message. */
  private final View view;

  ReadOnlyStore(View view) {
    this.view = view;
  }

  /** Bytes some of whose stores go past the store to its address. */
  private static final class ReadOnlyBytes extends VanillaBytes<Void> {
    private final ReadOnlyStore store;

    ReadOnlyBytes(ReadOnlyStore store) {
      super(store, 0, store.capacity());
      this.store = store;
    }

    /** As here, of which nothing can be stored either. */
    @Override
    public Bytes<Void> bytesForRead() {
      ReadOnlyBytes same = new ReadOnlyBytes(store);
      same.writePosition(writePosition());
      same.writeLimit(writeLimit());
      same.readPosition(readPosition());
      return same;
    }

    @Override
    public Bytes<Void> bytesForWrite() {
      return bytesForRead();
    }

    /** Checked: the unchecked ones go past the store. */
    @Override
    public Bytes<Void> unchecked(boolean unchecked) {
      return this;
    }

    @Override
    protected void writeCheckOffset(long offset, long bytes) {
      throw store.refused(offset);
    }

    @Override
    protected long writeOffsetPositionMoved(long bytes, long moved) {
      throw store.refused(writePosition());
    }

    @Override
    protected long prewriteOffsetPositionMoved(long bytes) {
      throw store.refused(readPosition() - bytes);
    }
  }

  @Override
  public VanillaBytes<Void> bytesForWrite() {
    return new ReadOnlyBytes(this);
  }

  private IllegalStateException refused(long offset) {
    return new IllegalStateException(
        "store at byte " + offset + " through " + view + ": localize with READ_WRITE to store");
  }

  @Override
  public NativeBytesStore<Void> writeByte(long offset, byte value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeShort(long offset, short value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeInt(long offset, int value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeLong(long offset, long value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeFloat(long offset, float value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeDouble(long offset, double value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeOrderedInt(long offset, int value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeOrderedLong(long offset, long value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeVolatileByte(long offset, byte value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeVolatileShort(long offset, short value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeVolatileInt(long offset, int value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> writeVolatileLong(long offset, long value) {
    throw refused(offset);
  }

  @Override
  public boolean compareAndSwapInt(long offset, int expected, int value) {
    throw refused(offset);
  }

  @Override
  public boolean compareAndSwapLong(long offset, long expected, long value) {
    throw refused(offset);
  }

  @Override
  public void testAndSetInt(long offset, int expected, int value) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> write(long offset, byte[] bytes, int from, int length) {
    throw refused(offset);
  }

  @Override
  public void write(long offset, ByteBuffer bytes, int from, int length) {
    throw refused(offset);
  }

  @Override
  public NativeBytesStore<Void> write(long offset, RandomDataInput bytes, long from, long length) {
    throw refused(offset);
  }

  @Override
  public void write0(long offset, RandomDataInput bytes, long from, long length) {
    throw refused(offset);
  }

  @Override
  public long write8bit(long offset, BytesStore<?, ?> bytes) {
    throw refused(offset);
  }

  @Override
  public long write8bit(long offset, String text, int start, int length) {
    throw refused(offset);
  }

  @Override
  public long appendUtf8(long offset, char[] chars, int from, int length) {
    throw refused(offset);
  }

  @Override
  public long appendAndReturnLength(
      long offset, boolean negative, long mantissa, int exponent, boolean append0) {
    throw refused(offset);
  }

  @Override
  public void nativeWrite(long address, long offset, long length) {
    throw refused(offset);
  }

  @Override
  public void move(long from, long to, long length) {
    throw refused(to);
  }

  @Override
  public NativeBytesStore<Void> zeroOut(long start, long end) {
    throw refused(start);
  }

  @Override
  public long addressForWrite(long offset) {
    throw refused(offset);
  }

  @Override
  public long addressForWritePosition() {
    throw refused(writePosition());
  }

  @Override
  public ByteBuffer toTemporaryDirectByteBuffer() {
    return super.toTemporaryDirectByteBuffer().asReadOnlyBuffer();
  }
}
