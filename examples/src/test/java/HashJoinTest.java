import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/** Test of the hash join: it finds as many pairs as a map of plain Java, with the same sum. */
class HashJoinTest {
  @TemotoTest(pes = 3)
  void shouldJoinAsPlainJavaDoes(GlobalAddressSpace space, TaskRuntime runtime) {
    GlobalRecords<HashJoin.Row> left = HashJoin.table(space, "left", 1, 500);
    GlobalRecords<HashJoin.Row> right = HashJoin.table(space, "right", 2, 500);
    assertEquals(HashJoin.plain(500), HashJoin.join(space, runtime, left, right));
  }
}
