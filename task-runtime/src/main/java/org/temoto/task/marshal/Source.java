package org.temoto.task.marshal;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;
import org.temoto.gas.GasException;
import org.temoto.gas.GlobalMemory;

/**
 * What a codec reads from: the bytes, and how names and numbers in them are resolved on this PE.
 * Used by one strand at a time.
 *
 * @param types the classes looked up so far: the loader takes half a microsecond for each
 */
record Source(
    Bytes<?> bytes,
    IntFunction<GlobalMemory> memories,
    ClassLoader loader,
    Map<String, Class<?>> types) {
  Source(Bytes<?> bytes, IntFunction<GlobalMemory> memories, ClassLoader loader) {
    this(bytes, memories, loader, new HashMap<>());
  }

  /** The class of this name, as the writer wrote it. */
  Class<?> type(String name) {
    Class<?> type = types.get(name);
    return type != null ? type : load(name);
  }

  private Class<?> load(String name) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      types.put(name, type);
      return type;
    } catch (ClassNotFoundException e) {
      throw new GasException(
          "class " + name + " of a marshalled value is not on the class path of this PE", e);
    }
  }
}
