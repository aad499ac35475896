import static org.junit.jupiter.api.Assertions.assertEquals;

import org.temoto.gas.*;
import org.temoto.junit.*;
import org.temoto.task.*;

/**
 * Tests of the example: keys are found, and the list walked, as the numbers they were made of say.
 */
class SearchListTest {
  @TemotoTest(pes = 3)
  void shouldFindAndWalkWhatWasBuilt(GlobalAddressSpace space, TaskRuntime runtime) {
    assertEquals(SearchList.plain(400), SearchList.run(space, runtime, 400));
  }
}
