package org.temoto.gas.simulated.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeliveryReferenceTest {
  @Test
  void shouldAllowAnyOrderWithinAnEpochOnly() {
    DeliveryReference reference = new DeliveryReference(2);
    reference.write(0, 1);
    reference.fence();
    reference.write(1, 2);
    assertThat(reference.allows(new long[] {0, 0})).isTrue();
    assertThat(reference.allows(new long[] {1, 0})).isTrue();
    assertThat(reference.allows(new long[] {1, 2})).isTrue();
    assertThat(reference.allows(new long[] {0, 2})).isFalse();
    reference.quiet();
    assertThat(reference.allows(new long[] {1, 0})).isFalse();
    assertThat(reference.allows(new long[] {1, 2})).isTrue();
  }

  @Test
  void shouldCountEveryAdditionOnce() {
    DeliveryReference reference = new DeliveryReference(1);
    reference.add(0, 1);
    reference.fence();
    reference.add(0, 2);
    assertThat(reference.allows(new long[] {0})).isTrue();
    assertThat(reference.allows(new long[] {1})).isTrue();
    assertThat(reference.allows(new long[] {2})).isFalse();
    assertThat(reference.allows(new long[] {3})).isTrue();
    reference.quiet();
    assertThat(reference.allows(new long[] {1})).isFalse();
  }
}
