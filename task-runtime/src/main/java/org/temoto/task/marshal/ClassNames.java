package org.temoto.task.marshal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.temoto.gas.GasException;

/**
 * Encoder of the names of classes: how many words, and the name's UTF-8 in them, filled up with
 * zeros. A reader compares words with those of the classes that it has met, and makes no string of
 * them. An instance is used by one strand at a time.
 */
final class ClassNames {
  /** No class has a longer name: its length takes 16 bits in a class file. */
  private static final int MAX_WORDS = (1 << Short.SIZE) / Long.BYTES;

  private static final ClassValue<long[]> WORDS =
      new ClassValue<>() {
        @Override
        protected long[] computeValue(Class<?> type) {
          return words(type.getName());
        }
      };

  private final ClassLoader loader;
  private final KnownClasses known;
  private long[] read = new long[8];

  ClassNames(ClassLoader loader) {
    this.loader = loader;
    this.known = KnownClasses.of(loader);
  }

  ClassLoader loader() {
    return loader;
  }

  static void write(Output out, Class<?> type) {
    long[] words = WORDS.get(type);
    out.putInt(words.length);
    for (long word : words) {
      out.putLong(word);
    }
  }

  /** The class whose name stands next, as this PE has it. */
  Class<?> read(Source in) {
    int count = in.getInt();
    if (count < 1 || count > MAX_WORDS) {
      throw new GasException("the name of a marshalled value's class has " + count + " words");
    }
    if (count > read.length) {
      read = new long[count];
    }
    long hash = count;
    for (int i = 0; i < count; i++) {
      read[i] = in.getLong();
      hash = (hash ^ read[i]) * 0x9E37_79B9_7F4A_7C15L; // odd, so that no bit is lost
    }
    Class<?> met = known.find(hash, read, count);
    return met != null ? met : load(hash, Arrays.copyOf(read, count));
  }

  private Class<?> load(long hash, long[] words) {
    String name = name(words);
    try {
      Class<?> primitive = Class.forPrimitiveName(name);
      Class<?> type = primitive == null ? Class.forName(name, false, loader) : primitive;
      known.add(hash, words, type);
      return type;
    } catch (ClassNotFoundException e) {
      throw new GasException(
          "class " + name + " of a marshalled value is not on the class path of this PE", e);
    }
  }

  private static long[] words(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    long[] words = new long[Math.ceilDiv(bytes.length, Long.BYTES)];
    ByteBuffer buffer = buffer(words.length).put(bytes).rewind();
    buffer.asLongBuffer().get(words);
    return words;
  }

  private static String name(long[] words) {
    ByteBuffer buffer = buffer(words.length);
    buffer.asLongBuffer().put(words);
    String name = StandardCharsets.UTF_8.decode(buffer).toString().replace("\0", "");
    if (!Arrays.equals(words(name), words)) {
      throw new GasException("the name of a marshalled value's class is damaged: " + name);
    }
    return name;
  }

  private static ByteBuffer buffer(int words) {
    return ByteBuffer.allocate(words * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }
}
