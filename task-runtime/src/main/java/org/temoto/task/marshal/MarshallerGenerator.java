package org.temoto.task.marshal;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.temoto.gas.GasException;
import org.temoto.gas.RefusedException;

/**
 * Generator of the class of a {@link RecordMarshaller}. A thief often reads a task, and its victim
 * often writes one, after having done other things for long: then what counts is how much code and
 * data are fetched from memory, and straight code that calls what it needs directly is least.
 *
 * <p>The class belongs to this package and calls accessors and constructor by handles, which are
 * constants of it: so a record's class need neither be visible from here nor see Temoto.
 */
final class MarshallerGenerator {
  private static final ClassDesc MARSHALLER = desc(RecordMarshaller.class);
  private static final ClassDesc OUTPUT = desc(Output.class);
  private static final ClassDesc SOURCE = desc(Source.class);
  private static final ClassDesc CODEC = desc(Codec.class);
  private static final ClassDesc CODECS = CODEC.arrayType();
  private static final MethodTypeDesc WRITE = MethodTypeDesc.of(CD_void, OUTPUT, CD_Object, CODECS);
  private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, SOURCE, CODECS);
  private static final MethodTypeDesc WRITE_ONE = MethodTypeDesc.of(CD_void, OUTPUT, CD_Object);
  private static final MethodTypeDesc READ_ONE = MethodTypeDesc.of(CD_Object, SOURCE);

  private static final ClassValue<RecordMarshaller> WRITTEN =
      new ClassValue<>() {
        @Override
        protected RecordMarshaller computeValue(Class<?> type) {
          return new MarshallerGenerator(Handles.of(type)).write();
        }
      };

  /** The class data: the accessors, then the constructor; references are objects to all of them. */
  private final List<MethodHandle> handles = new ArrayList<>();

  /** The types of components, references as objects. */
  private final List<ClassDesc> components = new ArrayList<>();

  private MarshallerGenerator(Handles handles) {
    for (MethodHandle accessor : handles.accessors) {
      this.handles.add(accessor.asType(accessor.type().erase()));
      components.add(desc(accessor.type().erase().returnType()));
    }
    this.handles.add(handles.constructor.asType(handles.constructor.type().erase()));
  }

  /**
   * The marshaller of records of class {@code type}: one, wherever such records stand.
   *
   * @throws RefusedException if there can be none
   * @throws GasException if {@code type} is not a record class
   */
  static RecordMarshaller of(Class<?> type) {
    return WRITTEN.get(type);
  }

  private RecordMarshaller write() {
    try {
      return (RecordMarshaller)
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(bytes(), handles, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a class of this package, with a constructor that does nothing", e);
    }
  }

  /** Method handles that get a record's components, and make the record of them. */
  record Handles(List<MethodHandle> accessors, MethodHandle constructor) {
    /** A call has 255, of which the handle takes one and a constructor's object another. */
    private static final int PLACES = 253;

    /** The handles of class {@code type}; refused as {@link MarshallerGenerator#of} says. */
    static Handles of(Class<?> type) {
      RecordComponent[] components = type.getRecordComponents();
      if (components == null) {
        throw new GasException("class " + type.getName() + " of a marshalled value is no record");
      }
      refuseTooMany(type, components);
      try {
        // of which this module has never heard
        MarshallerGenerator.class.getModule().addReads(type.getModule());
        Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        List<MethodHandle> accessors = new ArrayList<>();
        List<Class<?>> parameters = new ArrayList<>();
        for (RecordComponent component : components) {
          accessors.add(lookup.unreflect(component.getAccessor()));
          parameters.add(component.getType());
        }
        MethodType made = MethodType.methodType(void.class, parameters);
        MethodHandle constructor = lookup.findConstructor(type, made);
        return new Handles(
            accessors, constructor.asFixedArity()); // one of an array takes the array
      } catch (ReflectiveOperationException e) {
        throw new RefusedException(
            "record "
                + type.getName()
                + " cannot be marshalled: its package must be open to Temoto",
            e);
      }
    }

    private static void refuseTooMany(Class<?> type, RecordComponent[] components) {
      int places = components.length;
      for (RecordComponent component : components) {
        places += component.getType() == long.class || component.getType() == double.class ? 1 : 0;
      }
      if (places > PLACES) {
        throw new RefusedException(
            "record %s cannot be marshalled: it has %s components, which take more than the %s"
                    .formatted(type.getName(), components.length, PLACES)
                + " places of a call (a long or double takes two); put some into records of their"
                + " own");
      }
    }
  }

  private byte[] bytes() {
    ClassDesc name = ClassDesc.of(MarshallerGenerator.class.getPackageName(), "RecordMarshallerOf");
    return ClassFile.of()
        .build(
            name,
            builder ->
                builder
                    .withFlags(ClassFile.ACC_FINAL)
                    .withInterfaceSymbols(MARSHALLER)
                    .withMethodBody(INIT_NAME, MTD_void, 0, MarshallerGenerator::writeConstructor)
                    .withMethodBody("write", WRITE, ClassFile.ACC_PUBLIC, this::writeWrite)
                    .withMethodBody("read", READ, ClassFile.ACC_PUBLIC, this::writeRead));
  }

  private static void writeConstructor(CodeBuilder code) {
    code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_();
  }

  /** {@code out.putInt(value.first()); codecs[1].write(out, value.second()); ...} */
  private void writeWrite(CodeBuilder code) {
    int out = code.parameterSlot(0);
    int value = code.parameterSlot(1);
    int codecs = code.parameterSlot(2);
    for (int i = 0; i < components.size(); i++) {
      ClassDesc component = components.get(i);
      if (component.isPrimitive()) {
        code.aload(out);
        get(code, i, value);
        MethodTypeDesc put = MethodTypeDesc.of(CD_void, component);
        code.invokevirtual(OUTPUT, "put" + capitalized(component), put);
      } else {
        code.aload(codecs).loadConstant(i).aaload().aload(out);
        get(code, i, value);
        code.invokeinterface(CODEC, "write", WRITE_ONE);
      }
    }
    code.return_();
  }

  private void get(CodeBuilder code, int component, int value) {
    MethodTypeDesc accessor = MethodTypeDesc.of(components.get(component), CD_Object);
    code.loadConstant(handle(component)).aload(value);
    code.invokevirtual(CD_MethodHandle, "invokeExact", accessor);
  }

  /** {@code return new R(in.getInt(), codecs[1].read(in), ...)} */
  private void writeRead(CodeBuilder code) {
    int in = code.parameterSlot(0);
    int codecs = code.parameterSlot(1);
    code.loadConstant(handle(components.size()));
    for (int i = 0; i < components.size(); i++) {
      ClassDesc component = components.get(i);
      if (component.isPrimitive()) {
        MethodTypeDesc get = MethodTypeDesc.of(component);
        code.aload(in).invokevirtual(SOURCE, "get" + capitalized(component), get);
      } else {
        code.aload(codecs).loadConstant(i).aaload().aload(in);
        code.invokeinterface(CODEC, "read", READ_ONE);
      }
    }
    MethodTypeDesc constructor = MethodTypeDesc.of(CD_Object, components);
    code.invokevirtual(CD_MethodHandle, "invokeExact", constructor).areturn();
  }

  private static DynamicConstantDesc<MethodHandle> handle(int index) {
    return DynamicConstantDesc.ofNamed(
        ConstantDescs.ofConstantBootstrap(
            desc(MethodHandles.class), "classDataAt", CD_Object, CD_int),
        DEFAULT_NAME,
        CD_MethodHandle,
        index);
  }

  /** As the methods of {@link Output} and {@link Source} for the primitive type are called. */
  private static String capitalized(ClassDesc primitive) {
    String name = primitive.displayName();
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static ClassDesc desc(Class<?> type) {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }
}
