package org.temoto.apps.matmul;

import java.lang.foreign.MemorySegment;
import org.temoto.apps.NativeBuffers;
import org.temoto.gas.Access;
import org.temoto.gas.DirectTransfers.PendingRead;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;

/** A block of a factor that has been asked for, and comes while others are multiplied. */
sealed interface Arrival extends AutoCloseable {
  /** Waits for the block; it may be used until this is closed. */
  Tile await();

  @Override
  void close();

  /**
   * Asks for {@code block}.
   *
   * @param once whether no other task of the PE wants it: it is read, and not localized
   */
  static Arrival ask(StoredMatrix block, boolean once) {
    return once ? new Read(block) : new Localized(block);
  }

  /** Arrival as a view, whose pages stay for other tasks. */
  final class Localized implements Arrival {
    private final StoredMatrix block;
    private final Request<LocalView> request;
    private LocalView view;

    private Localized(StoredMatrix block) {
      this.block = block;
      this.request = block.localizeAsync(Access.READ);
    }

    @Override
    public Tile await() {
      view = request.await();
      return Tile.of(block, view);
    }

    @Override
    public void close() {
      if (view != null) {
        view.close();
        view = null;
      }
      request.close();
    }
  }

  /** Arrival as bytes, which land where they are multiplied. */
  final class Read implements Arrival {
    private final StoredMatrix block;
    private final MemorySegment bytes;
    private final PendingRead read;
    private boolean closed;

    private Read(StoredMatrix block) {
      this.block = block;
      long length = block.regionBytes();
      this.bytes = NativeBuffers.take(length);
      this.read = block.memory().direct().startRead(block.region(), bytes.asSlice(0, length));
    }

    @Override
    public Tile await() {
      read.await();
      return Tile.packed(block, bytes);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        read.close();
        NativeBuffers.give(bytes);
      }
    }
  }
}
