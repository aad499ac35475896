package org.temoto.task.marshal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.temoto.gas.GasException;
import org.temoto.gas.spi.Causes;

/**
 * Codec of failures: by Java serialization; each of the failure, its causes and what it suppressed
 * with which that does not work, or which {@link FailureFilter} would not let in, as a {@link
 * RemoteFailure}.
 */
final class FailureCodec {
  /** Depth of parts in parts beyond which only their texts are sent of one that cannot travel. */
  private static final int MOST = 50;

  private FailureCodec() {}

  static byte[] write(Throwable failure, ClassLoader loader) {
    IdentityHashMap<Throwable, Throwable> standIns = new IdentityHashMap<>();
    try {
      return travelling(failure, standIns, loader);
    } catch (Refused e) {
      standFor(failure, standIns, Collections.newSetFromMap(new IdentityHashMap<>()), loader, MOST);
    }
    try {
      return travelling(failure, standIns, loader);
    } catch (Refused e) { // parts that are in each other: all of them are replaced
      return writeStandIn(failure, e.getCause());
    }
  }

  /**
   * Finds stand-ins for what cannot travel of {@code failure}, its causes and what it suppressed;
   * the parts first, as one that can travel with stand-ins in it needs none.
   *
   * @param most so deep parts are looked at, as they may form a ring
   */
  private static void standFor(
      Throwable failure,
      IdentityHashMap<Throwable, Throwable> standIns,
      Set<Throwable> seen,
      ClassLoader loader,
      int most) {
    if (!seen.add(failure)) {
      return;
    }
    if (most == 0) {
      standIns.put(failure, RemoteFailure.of(failure, null, List.of()));
      return;
    }
    Throwable cause = Causes.next(failure);
    List<Throwable> suppressed = List.of(failure.getSuppressed());
    if (cause != null) {
      standFor(cause, standIns, seen, loader, most - 1);
    }
    suppressed.forEach(each -> standFor(each, standIns, seen, loader, most - 1));
    try {
      travelling(failure, standIns, loader);
    } catch (Refused e) {
      List<Throwable> inside = new ArrayList<>();
      suppressed.forEach(each -> inside.add(standIns.getOrDefault(each, each)));
      Throwable known = cause == null ? null : standIns.getOrDefault(cause, cause);
      RemoteFailure reason = RemoteFailure.of(e.getCause(), null, List.of());
      reason.setStackTrace(new StackTraceElement[0]); // a chain may have many of them
      inside.add(reason);
      standIns.put(failure, RemoteFailure.of(failure, known, inside));
    }
  }

  private static byte[] writeStandIn(Throwable failure, Throwable reason) {
    RemoteFailure standIn = RemoteFailure.of(failure);
    standIn.addSuppressed(RemoteFailure.of(reason));
    try {
      return serialize(standIn, new IdentityHashMap<>());
    } catch (IOException e) {
      throw new GasException(
          "a failure of class " + failure.getClass().getName() + " cannot be marshalled", e);
    }
  }

  /** Bytes that other PEs can read: tried here, where the text still is. */
  @SuppressWarnings("CatchingThrowable") // the program's class may have code for this
  private static byte[] travelling(
      Throwable failure, IdentityHashMap<Throwable, Throwable> standIns, ClassLoader loader)
      throws Refused {
    try {
      byte[] bytes = serialize(failure, standIns);
      deserialize(bytes, loader);
      return bytes;
    } catch (StackOverflowError e) { // a long chain of causes; nothing but the bytes was cut short
      throw new Refused(e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw new Refused(e);
    }
  }

  private static byte[] serialize(Throwable failure, IdentityHashMap<Throwable, Throwable> standIns)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new StandInOutput(bytes, standIns)) {
      out.writeObject(failure);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("CatchingThrowable") // as in writing
  static Throwable read(byte[] bytes, ClassLoader loader) {
    try {
      return deserialize(bytes, loader);
    } catch (StackOverflowError e) { // reading takes more stack than writing did
      return unreadable(e);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
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

  /** Exception for a failure that cannot travel; the cause says why. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(Throwable reason) {
      super(null, reason, false, false);
    }
  }

  /** Stream that writes stand-ins instead of what they stand for. */
  private static final class StandInOutput extends ObjectOutputStream {
    private final IdentityHashMap<Throwable, Throwable> standIns;

    StandInOutput(OutputStream out, IdentityHashMap<Throwable, Throwable> standIns)
        throws IOException {
      super(out);
      this.standIns = standIns;
      enableReplaceObject(!standIns.isEmpty());
    }

    @Override
    protected Object replaceObject(Object written) {
      return written instanceof Throwable part ? standIns.getOrDefault(part, part) : written;
    }
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
