package org.temoto.gas.engine.view;

import org.temoto.gas.LocalView;
import org.temoto.gas.Request;

/** A view that has been asked for, until it is awaited. */
final class ViewRequest implements Request<LocalView> {
  private final View view;
  private boolean awaited;

  ViewRequest(View view) {
    this.view = view;
  }

  @Override
  public boolean isDone() {
    requireOpen("look at");
    return view.strand().hasArrived(view);
  }

  @Override
  public LocalView await() {
    requireOpen("await");
    view.strand().await(view);
    awaited = true;
    return view;
  }

  private void requireOpen(String what) {
    if (awaited || !view.isOpen()) {
      throw new IllegalStateException(
          what + " of " + this + ", which has been " + (awaited ? "awaited" : "closed"));
    }
  }

  @Override
  public void close() {
    if (!awaited) {
      view.close();
    }
  }

  @Override
  public String toString() {
    return "the request of " + view;
  }
}
