package org.temoto.gas.engine.view;

import java.lang.foreign.MemorySegment;
import org.temoto.gas.DirectTransfers.PendingWrite;
import org.temoto.gas.LocalView;
import org.temoto.gas.engine.memory.Extent;

/** A write by a view. */
final class ViewWrite implements PendingWrite {
  private final LocalView view;
  private final Extent extent;
  private boolean committed;

  ViewWrite(LocalView view, Extent extent) {
    this.view = view;
    this.extent = extent;
  }

  @Override
  public MemorySegment segment() {
    requireNotCommitted();
    return view.segment();
  }

  @Override
  public long start(int part) {
    return extent.pieceStart(extent.requirePiece(part)) - extent.start();
  }

  @Override
  public void commit() {
    requireNotCommitted();
    view.commit();
    committed = true;
  }

  private void requireNotCommitted() {
    if (committed) {
      throw new IllegalStateException(
          view + " of a write, which has been committed: is stored and committed once");
    }
  }

  @Override
  public void close() {
    view.close();
  }
}
