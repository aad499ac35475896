package org.temoto.apps.matmul;

import org.temoto.gas.Access;
import org.temoto.gas.LocalView;
import org.temoto.gas.Request;

/** Request for a block of a factor, which comes while others are multiplied. */
final class Arrival implements AutoCloseable {
  private final StoredMatrix block;
  private final Request<LocalView> request;
  private LocalView view;

  Arrival(StoredMatrix block) {
    this.block = block;
    this.request = block.localizeAsync(Access.READ);
  }

  /** Waits for the block; it may be used until this is closed. */
  Tile await() {
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
