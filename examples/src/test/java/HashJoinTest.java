import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Test of the hash join: it sums the same over all pairs as a map of plain Java. */
class HashJoinTest {
  @TemotoTest(pes = 3)
  void shouldJoinAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalRecords<HashJoin.Row> left = HashJoin.table(space, "left", 1, 500);
    GlobalRecords<HashJoin.Row> right = HashJoin.table(space, "right", 2, 500);
    assertEquals(HashJoin.plain(500), HashJoin.join(runtime, left, right));
  }
}
