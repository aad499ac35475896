package org.temoto.task.marshal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;

/** A record, by its components in their order; read through its canonical constructor. */
final class RecordCodec implements Codec {
  private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
  private static final MethodType CONSTRUCTOR = MethodType.methodType(Object.class, Object[].class);

  private final Class<?> type;
  private final MethodHandle[] getters;
  private final MethodHandle constructor;
  private final RecordAccess access;
  private final Codec[] codecs;
  private boolean prepared;

  /**
   * A codec whose components {@link #set} will set: a record may contain records of its own class.
   */
  RecordCodec(Class<?> type) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    this.getters = new MethodHandle[components.length];
    this.codecs = new Codec[components.length];
    Class<?>[] parameters = new Class<?>[components.length];
    try {
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      for (int i = 0; i < components.length; i++) {
        parameters[i] = components[i].getType();
        getters[i] = lookup.unreflect(components[i].getAccessor()).asType(GETTER);
      }
      this.constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, parameters))
              .asFixedArity()
              .asSpreader(Object[].class, components.length)
              .asType(CONSTRUCTOR);
      this.access = AccessClass.of(type, lookup);
    } catch (ReflectiveOperationException e) {
      throw new RefusedException(
          "record " + type.getName() + " cannot be marshalled: its package must be open to Temoto",
          e);
    }
  }

  /** Sets the codec of one component. */
  void set(int component, Codec codec) {
    codecs[component] = codec;
  }

  @Override
  public void write(Output out, Object value) {
    try {
      access.write(out, value, codecs);
    } catch (GasException | Output.TooLarge e) {
      throw e; // of a component
    } catch (Throwable e) {
      throw failure("a " + type.getName() + " cannot be written: " + RemoteFailure.describe(e), e);
    }
  }

  @Override
  public Object read(Source in) {
    try {
      return access.read(in, codecs);
    } catch (GasException e) {
      throw e; // of a component, or as good a message
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
      return (Object) getters[component].invokeExact(value);
    } catch (Throwable e) {
      throw failure("component " + component + " of a " + type.getName() + " cannot be read", e);
    }
  }

  private Object make(Object[] values) {
    try {
      return (Object) constructor.invokeExact(values);
    } catch (Throwable e) {
      throw unmade(e);
    }
  }

  private GasException unmade(Throwable cause) {
    return failure("a " + type.getName() + " cannot be made of its components", cause);
  }

  /** Also an error of the program's own, an assertion in a constructor, fails one task only. */
  private static GasException failure(String message, Throwable cause) {
    if (cause instanceof VirtualMachineError error) {
      throw error;
    }
    return new GasException(message, cause);
  }
}
