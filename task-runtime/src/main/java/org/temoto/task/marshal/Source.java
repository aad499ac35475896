package org.temoto.task.marshal;

import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;
import org.temoto.gas.GlobalMemory;

/**
 * What a codec reads from: the bytes, and how names and numbers in them are resolved on this PE.
 * Used by one strand at a time.
 *
 * @param names of classes, as those met before
 */
record Source(Bytes<?> bytes, IntFunction<GlobalMemory> memories, ClassNames names) {
  /** The class whose name stands next. */
  Class<?> type() {
    return names.read(bytes);
  }
}
