package org.temoto.task.marshal;

import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;

/**
 * What a codec reads from: the bytes, and how names and numbers in them are resolved on this PE.
 */
record Source(Bytes<?> bytes, IntFunction<GlobalMemory> memories, ClassLoader loader) {
  /** The class of this name, as the writer wrote it. */
  Class<?> type(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new GasException(
          "class " + name + " of a marshalled value is not on the class path of this PE", e);
    }
  }
}
