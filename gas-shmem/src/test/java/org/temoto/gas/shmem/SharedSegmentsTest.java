package org.temoto.gas.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharedSegmentsTest {
  @Test
  void shouldFindTheLibrarysMemoryInAMap() {
    List<String> map =
        List.of(
            "600000000000-6000fb400000 rw-s 00000000 00:01 557059                     /SYSV00000000 (deleted)",
            "7fe8c29ce000-7fe9bddce000 rw-s 00000000 00:01 557059                     /SYSV00000000 (deleted)",
            "7fe9bddce000-7feab91ce000 rw-s 00000000 00:01 4294967295                 /SYSV00000000 (deleted)",
            "7feab91ce000-7feab95e7000 rw-s 00000000 00:01 12         /SYSV0000002a (deleted)",
            "7feab95e7000-7feab9a00000 rw-s 00000000 00:19 3          /dev/shm/ucx_shm_posix_4936659f (deleted)",
            "7feab95e7000-7feab9a00000 rw-s 00000000 00:19 3          /dev/shm/ucx_shm_posix_7f",
            "7feab95e7000-7feab9a00000 rw-s 00000000 00:19 4          /dev/shm/sm_segment.vm.0.a6dc0001.0",
            "7feab95e7000-7feab9a00000 rw-s 00000000 00:19 4          /dev/shm/vader_segment.vm.0.1.1",
            "7feab95e7000-7feab9a00000 rw-s 00000000 00:19 5          /dev/shm/a program's own",
            "7feabdbb4000-7febb8fb4000 rw-p 00000000 00:00 0 ",
            "7feabdbb4000-7febb8fb4000 rw-p 00000000 00:00 0          [heap]",
            "7fd34bd39000-7fd34bd42000 r--p 00000000 fe:00 77         /lib/a folder/libc.so.6");
    SharedSegments found = SharedSegments.parse(map);
    assertThat(found.ids()).containsExactlyInAnyOrder(557059, -1);
    assertThat(found.files())
        .containsExactlyInAnyOrder(
            "/dev/shm/ucx_shm_posix_7f",
            "/dev/shm/sm_segment.vm.0.a6dc0001.0",
            "/dev/shm/vader_segment.vm.0.1.1");
  }

  @Test
  void shouldReadTheMapOfThisProcess() {
    assertThat(SharedSegments.find().files()).isEmpty();
    SharedSegments.find().closeToOthers();
  }
}
