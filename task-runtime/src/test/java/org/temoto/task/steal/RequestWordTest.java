package org.temoto.task.steal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.temoto.gas.GasOptions;

class RequestWordTest {
  @Test
  void shouldHoldEveryThiefOfTheLargestJob() {
    long thieves = (long) GasOptions.MAX_PES * GasOptions.MAX_WORKERS;
    assertThat(thieves - 1).isLessThanOrEqualTo(RequestWord.MAX_THIEF);
    assertThat(GasOptions.MAX_WORKERS - 1).isLessThanOrEqualTo(ReplyWord.MAX_WORKER);
    assertThat(RequestWord.of(1, 0)).isEqualTo(1L << 24).isNotEqualTo(RequestWord.NONE);
  }

  @Property
  void shouldReturnWhatWasPacked(
      @ForAll @LongRange(min = 1, max = RequestWord.MAX_SEQUENCE) long sequence,
      @ForAll @IntRange(max = RequestWord.MAX_THIEF) int thief,
      @ForAll @IntRange(max = ReplyWord.MAX_WORKER) int worker) {
    long request = RequestWord.of(sequence, thief);
    assertThat(RequestWord.sequence(request)).isEqualTo(sequence);
    assertThat(RequestWord.thief(request)).isEqualTo(thief);
    for (long reply :
        new long[] {ReplyWord.task(sequence, worker), ReplyWord.none(sequence, worker)}) {
      assertThat(ReplyWord.sequence(reply)).isEqualTo(sequence);
      assertThat(ReplyWord.worker(reply)).isEqualTo(worker);
    }
    assertThat(ReplyWord.hasTask(ReplyWord.task(sequence, worker))).isTrue();
    assertThat(ReplyWord.hasTask(ReplyWord.none(sequence, worker))).isFalse();
  }
}
