package org.temoto.task.marshal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.temoto.gas.GasException;

/** Codec of a record, by its components in their order; read through its canonical constructor. */
final class RecordCodec implements Codec {
  private final Class<?> type;
  private final RecordMarshaller marshaller;
  private final Codec[] codecs;
  private boolean prepared;

  /**
   * Made by the first strand that prepares; strands that race make equal ones, which are immutable.
   */
  private Parts parts;

  /**
   * A codec whose components {@link #set} will set: a record may contain records of its own class.
   */
  RecordCodec(Class<?> type) {
    this.type = type;
    this.marshaller = MarshallerGenerator.of(type);
    this.codecs = new Codec[type.getRecordComponents().length];
  }

  void set(int component, Codec codec) {
    codecs[component] = codec;
  }

  @Override
  public void write(Output out, Object value) {
    try {
      marshaller.write(out, value, codecs);
    } catch (GasException | Output.TooLarge | VirtualMachineError e) {
      throw e; // of a component, or of this PE
    } catch (Throwable e) {
      throw new GasException(
          "a " + type.getName() + " cannot be written: " + RemoteFailure.describe(e), e);
    }
  }

  @Override
  public Object read(Source in) {
    try {
      return marshaller.read(in, codecs);
    } catch (GasException | VirtualMachineError e) {
      throw e; // of a component, or as good a message, or of this PE
    } catch (Throwable e) {
      throw unmade(e);
    }
  }

  @Override
  public boolean isPrepared() {
    return prepared;
  }

  /**
   * Looks again whether a component is to be prepared, which a record within itself learns from
   * itself; whether that is news.
   */
  boolean learnPrepared() {
    boolean before = prepared;
    for (Codec codec : codecs) {
      prepared |= codec.isPrepared();
    }
    return prepared != before;
  }

  @Override
  public Object prepare(Object value) {
    Object[] values = new Object[codecs.length];
    boolean changed = false;
    for (int i = 0; i < values.length; i++) {
      Object before = get(i, value);
      values[i] = codecs[i].isPrepared() ? codecs[i].prepare(before) : before;
      changed |= values[i] != before && codecs[i].isPrepared();
    }
    return changed ? make(values) : value;
  }

  private Object get(int component, Object value) {
    try {
      return (Object) parts().getters[component].invokeExact(value);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw new GasException(
          "component " + component + " of a " + type.getName() + " cannot be read", e);
    }
  }

  private Object make(Object[] values) {
    try {
      return (Object) parts().constructor.invokeExact(values);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw unmade(e);
    }
  }

  private Parts parts() {
    Parts made = parts; // read once: another strand's may come between
    if (made == null) {
      made = Parts.of(type);
      parts = made;
    }
    return made;
  }

  /** Also an error of the program's own, an assertion in a constructor, fails one task only. */
  private GasException unmade(Throwable cause) {
    return new GasException("a " + type.getName() + " cannot be made of its components", cause);
  }

  /** Method handles that take a record apart into objects and make it of them. */
  private record Parts(MethodHandle[] getters, MethodHandle constructor) {
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType CONSTRUCTOR =
        MethodType.methodType(Object.class, Object[].class);

    static Parts of(Class<?> type) {
      MarshallerGenerator.Handles handles = MarshallerGenerator.Handles.of(type);
      return new Parts(
          handles.accessors().stream()
              .map(accessor -> accessor.asType(GETTER))
              .toArray(MethodHandle[]::new),
          handles
              .constructor()
              .asSpreader(Object[].class, handles.accessors().size())
              .asType(CONSTRUCTOR));
    }
  }
}
