package org.temoto.apps.uts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The state of a node, a SHA-1 digest of 20 bytes: of the parent's and the number of the child.
 *
 * @param head bytes 0 to 7, big-endian
 * @param middle bytes 8 to 15
 * @param tail bytes 16 to 19, from which the node's random number is taken
 */
record Node(long head, long middle, int tail) {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int MIDDLE = Long.BYTES;
  private static final int TAIL = MIDDLE + Long.BYTES;
  private static final int DIGEST = TAIL + Integer.BYTES;
  private static final int CHILD = DIGEST + Integer.BYTES;
  private static final double RANGE = 0x1p31;

  /** Hash functions, one for each thread. */
  private static final ThreadLocal<Hash> HASH = ThreadLocal.withInitial(Hash::new);

  private static final class Hash {
    private final byte[] bytes = new byte[CHILD];
    private final MessageDigest digest;

    Hash() {
      try {
        digest = MessageDigest.getInstance("SHA-1");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("this JDK has no SHA-1, which every JDK has to have", e);
      }
    }

    Node of(long head, long middle, int tail, int child, int length) {
      LONGS.set(bytes, 0, head);
      LONGS.set(bytes, MIDDLE, middle);
      INTS.set(bytes, TAIL, tail);
      INTS.set(bytes, DIGEST, child);
      digest.update(bytes, 0, length);
      try {
        digest.digest(bytes, 0, DIGEST);
      } catch (DigestException e) {
        throw new IllegalStateException("a SHA-1 digest has " + DIGEST + " bytes", e);
      }
      return new Node(
          (long) LONGS.get(bytes, 0), (long) LONGS.get(bytes, MIDDLE), (int) INTS.get(bytes, TAIL));
    }
  }

  /** The root: the digest of 16 zero bytes and the seed. */
  static Node root(int seed) {
    return HASH.get().of(0, 0, seed, 0, DIGEST);
  }

  Node child(int number) {
    return HASH.get().of(head, middle, tail, number, CHILD);
  }

  /** The node's random number, in [0, 1). */
  double random() {
    return (tail & Integer.MAX_VALUE) / RANGE;
  }
}
