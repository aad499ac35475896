package org.temoto.task.marshal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.temoto.gas.GasException;

/**
 * Codec of failures: by Java serialization, or, where that does not work or {@link FailureFilter}
 * would not let it in, as a {@link RemoteFailure}.
 */
final class FailureCodec {
  private FailureCodec() {}

  static byte[] write(Throwable failure, ClassLoader loader) {
    try {
      byte[] bytes = serialize(failure);
      // Finds here, where the text still is, what other PEs would refuse.
      deserialize(bytes, loader);
      return bytes;
    } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
      return writeStandIn(failure, e);
    } catch (StackOverflowError e) { // a long chain of causes; nothing but the bytes was cut short
      return writeStandIn(failure, e);
    }
  }

  private static byte[] writeStandIn(Throwable failure, Throwable reason) {
    RemoteFailure standIn = RemoteFailure.of(failure);
    standIn.addSuppressed(RemoteFailure.of(reason));
    try {
      return serialize(standIn);
    } catch (IOException e) {
      throw new GasException(
          "a failure of class " + failure.getClass().getName() + " cannot be marshalled", e);
    }
  }

  private static byte[] serialize(Throwable failure) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(failure);
    }
    return bytes.toByteArray();
  }

  static Throwable read(byte[] bytes, ClassLoader loader) {
    try {
      return deserialize(bytes, loader);
    } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
      return unreadable(e);
    } catch (StackOverflowError e) { // reading takes more stack than writing did
      return unreadable(e);
    }
  }

  private static Throwable deserialize(byte[] bytes, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new Input(new ByteArrayInputStream(bytes), loader)) {
      in.setObjectInputFilter(new FailureFilter(bytes.length));
      return (Throwable) in.readObject();
    }
  }

  private static GasException unreadable(Throwable reason) {
    String what = RemoteFailure.describe(reason);
    return new GasException("a failure of another PE cannot be read here: " + what, reason);
  }

  /** Stream that finds classes where the program's own are. */
  private static final class Input extends ObjectInputStream {
    private final ClassLoader loader;

    Input(InputStream in, ClassLoader loader) throws IOException {
      super(in);
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description); // knows the primitives
      }
    }
  }
}
