package org.temoto.task.collective.engine;

import org.temoto.task.collective.Graph.Buffer;

/** Place of bytes of a request: a buffer, and an offset in it. */
record Place(Buffer buffer, long offset) {
  Place plus(long bytes) {
    return new Place(buffer, offset + bytes);
  }
}
