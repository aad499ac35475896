package org.temoto.gas.engine.view;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import org.temoto.gas.RefusedException;

/**
 * Chronicle Bytes over a view's memory. Apart, because Chronicle reaches into the JDK: it is loaded
 * when a program asks for it.
 */
final class ChronicleBytes {
  private ChronicleBytes() {}

  /** The bytes of {@code view}, which are to be read, or, if it is for WRITE, to be written. */
  static Bytes<?> over(View view) {
    requireAccess();
    long length = view.length();
    PointerBytesStore store =
        view.access().writes() ? new PointerBytesStore() : new ReadOnlyStore(view);
    store.set(view.address(), length);
    Bytes<?> bytes = store.bytesForWrite();
    bytes.writeLimit(length);
    if (view.access().reads()) {
      bytes.writePosition(length);
    }
    return bytes;
  }

  /** Without it Chronicle ends in an error of some class that has nothing to do with the matter. */
  private static void requireAccess() {
    Module base = Object.class.getModule();
    Module own = Bytes.class.getModule();
    if (!base.isExported("jdk.internal.ref", own) || !base.isExported("sun.nio.ch", own)) {
      throw new RefusedException(
          "LocalView.bytes() needs JVM flags, which ./temoto java passes and LocalView.segment()"
              + " does without: --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED"
              + " --add-exports=java.base/sun.nio.ch=ALL-UNNAMED"
              + " --add-opens=java.base/java.lang.reflect=ALL-UNNAMED"
              + " --sun-misc-unsafe-memory-access=allow");
    }
  }
}
