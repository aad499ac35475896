package org.temoto.gas.array;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.temoto.gas.RefusedException;

/**
 * Code that reads and writes records of one class: a generated subclass. It is straight, so that
 * the compiler sees through it, and a record that is read and taken apart need not be allocated.
 */
abstract class RecordAccess {
  /** A call has 255 places, of which the handle takes one and a constructor's object another. */
  private static final int PLACES = 253;

  abstract Object read(MemorySegment memory, long at);

  /** Refuses a value that {@link #write} could not store whole. */
  abstract void check(Object value);

  /** Stores a value that has passed {@link #check}. */
  abstract void write(MemorySegment memory, long at, Object value);

  /** Access to {@code type}, with these components. */
  static RecordAccess of(Class<?> type, List<Component> components) {
    try {
      Writer writer = new Writer(type);
      writer.find(type, components);
      return (RecordAccess)
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(writer.bytes(components), writer.constants, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new RefusedException(
          "record %s cannot stand in global memory: its package must be open to Temoto"
              .formatted(type.getName()),
          e);
    }
  }

  /** Method handles that get a record's components, and make the record of them. */
  private record Handles(List<MethodHandle> accessors, MethodHandle constructor) {
    static Handles of(Class<?> type) throws ReflectiveOperationException {
      RecordAccess.class.getModule().addReads(type.getModule()); // of which it has never heard
      Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      List<MethodHandle> accessors = new ArrayList<>();
      List<Class<?>> parameters = new ArrayList<>();
      int places = 0;
      for (RecordComponent component : type.getRecordComponents()) {
        MethodHandle accessor = lookup.unreflect(component.getAccessor());
        accessors.add(accessor.asType(accessor.type().erase()));
        parameters.add(component.getType());
        places += component.getType() == long.class || component.getType() == double.class ? 2 : 1;
      }
      if (places > PLACES) {
        throw new RefusedException(
            "record %s cannot stand in global memory: its components take %s places of a call, more than %s (a long or double takes two); put some into records of their own"
                .formatted(type.getName(), places, PLACES));
      }
      MethodHandle constructor =
          lookup.findConstructor(type, MethodType.methodType(void.class, parameters));
      MethodHandle fixed = constructor.asFixedArity(); // one of an array takes the array
      return new Handles(accessors, fixed.asType(fixed.type().erase()));
    }
  }

  /** Generator of one class, which belongs to this package and calls the record's by handles. */
  private static final class Writer {
    private static final ClassDesc ACCESS = desc(RecordAccess.class);
    private static final ClassDesc BYTES = desc(RecordBytes.class);
    private static final ClassDesc MEMORY = desc(MemorySegment.class);
    private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, MEMORY, CD_long);
    private static final MethodTypeDesc WRITE =
        MethodTypeDesc.of(CD_void, MEMORY, CD_long, CD_Object);
    private static final MethodTypeDesc GET_ARRAY =
        MethodTypeDesc.of(CD_Object, MEMORY, CD_long, CD_Class, CD_int);
    private static final MethodTypeDesc PUT_ARRAY =
        MethodTypeDesc.of(CD_void, MEMORY, CD_long, CD_Object, CD_int);
    private static final MethodTypeDesc CHECK = MethodTypeDesc.of(CD_void, CD_Object);
    private static final MethodTypeDesc CHECK_ARRAY =
        MethodTypeDesc.of(CD_void, CD_Object, CD_int, CD_String);
    private static final MethodTypeDesc PRESENT =
        MethodTypeDesc.of(CD_Object, CD_Object, CD_String);
    private static final MethodTypeDesc INVOKE_OBJECT = MethodTypeDesc.of(CD_Object, CD_Object);

    private final Class<?> root;
    private final Map<Class<?>, Handles> handles = new HashMap<>();

    /** The class data: what the code has as constants. */
    private final List<Object> constants = new ArrayList<>();

    Writer(Class<?> root) {
      this.root = root;
    }

    void find(Class<?> type, List<Component> components) throws ReflectiveOperationException {
      handles.put(type, Handles.of(type));
      for (Component each : components) {
        if (!each.parts().isEmpty()) {
          find(each.type(), each.parts());
        }
      }
    }

    byte[] bytes(List<Component> components) {
      ClassDesc name = ClassDesc.of(RecordAccess.class.getPackageName(), "RecordAccessOf");
      return ClassFile.of().build(name, builder -> write(builder, components));
    }

    private void write(ClassBuilder builder, List<Component> components) {
      builder.withFlags(ClassFile.ACC_FINAL).withSuperclass(ACCESS);
      builder.withMethodBody(
          INIT_NAME,
          MTD_void,
          0,
          code -> code.aload(0).invokespecial(ACCESS, INIT_NAME, MTD_void).return_());
      builder.withMethodBody(
          "read",
          READ,
          0,
          code -> {
            readRecord(code, root, components);
            code.areturn();
          });
      builder.withMethodBody(
          "check",
          CHECK,
          0,
          code -> {
            checkRecord(code, root, components, code.parameterSlot(0));
            code.return_();
          });
      builder.withMethodBody(
          "write",
          WRITE,
          0,
          code -> {
            writeRecord(code, root, components, code.parameterSlot(2));
            code.return_();
          });
    }

    /** {@code new R(memory.get(INT, at), new Inner(memory.get(LONG, at + 8)), ...)}. */
    private void readRecord(CodeBuilder code, Class<?> type, List<Component> components) {
      MethodHandle constructor = handles.get(type).constructor;
      code.loadConstant(constant(constructor, CD_MethodHandle));
      for (Component each : components) {
        if (!each.parts().isEmpty()) {
          readRecord(code, each.type(), each.parts());
          continue;
        }
        place(code, each);
        if (each.element() != null) {
          code.loadConstant(constant(each.element(), CD_Class)).loadConstant(each.length());
          code.invokestatic(BYTES, "getArray", GET_ARRAY);
        } else if (each.type().isPrimitive()) {
          MethodTypeDesc get = MethodTypeDesc.of(desc(each.type()), layout(each), CD_long);
          code.invokeinterface(MEMORY, "get", get);
        } else {
          code.invokestatic(BYTES, "getRef", READ);
        }
      }
      code.invokevirtual(CD_MethodHandle, "invokeExact", desc(constructor.type()));
    }

    /** {@code present(value.first()); checkArray(value.second(), 3); ...}. */
    private void checkRecord(
        CodeBuilder code, Class<?> type, List<Component> components, int value) {
      for (int i = 0; i < components.size(); i++) {
        Component each = components.get(i);
        if (each.type().isPrimitive()) {
          continue;
        }
        String where = "component \"" + each.path() + "\" of record " + root.getName();
        get(code, handles.get(type).accessors.get(i), value);
        if (each.element() != null) {
          code.loadConstant(each.length()).loadConstant(where);
          code.invokestatic(BYTES, "checkArray", CHECK_ARRAY);
          continue;
        }
        code.loadConstant(where).invokestatic(BYTES, "present", PRESENT);
        if (each.parts().isEmpty()) {
          code.pop();
        } else {
          int inner = code.allocateLocal(TypeKind.REFERENCE);
          code.astore(inner);
          checkRecord(code, each.type(), each.parts(), inner);
        }
      }
    }

    /** {@code memory.set(INT, at, value.first()); ...}. */
    private void writeRecord(
        CodeBuilder code, Class<?> type, List<Component> components, int value) {
      List<MethodHandle> accessors = handles.get(type).accessors;
      for (int i = 0; i < components.size(); i++) {
        Component each = components.get(i);
        MethodHandle accessor = accessors.get(i);
        if (!each.parts().isEmpty()) {
          int inner = code.allocateLocal(TypeKind.REFERENCE);
          get(code, accessor, value);
          code.astore(inner);
          writeRecord(code, each.type(), each.parts(), inner);
          continue;
        }
        place(code, each);
        get(code, accessor, value);
        if (each.element() != null) {
          code.loadConstant(each.length());
          code.invokestatic(BYTES, "putArray", PUT_ARRAY);
        } else if (each.type().isPrimitive()) {
          MethodTypeDesc set = MethodTypeDesc.of(CD_void, layout(each), CD_long, desc(each.type()));
          code.invokeinterface(MEMORY, "set", set);
        } else {
          code.invokestatic(BYTES, "putRef", WRITE);
        }
      }
    }

    private void get(CodeBuilder code, MethodHandle accessor, int value) {
      code.loadConstant(constant(accessor, CD_MethodHandle)).aload(value);
      MethodTypeDesc type =
          accessor.type().returnType().isPrimitive() ? desc(accessor.type()) : INVOKE_OBJECT;
      code.invokevirtual(CD_MethodHandle, "invokeExact", type);
    }

    /** Loads the memory, the layout of a primitive value, and its place. */
    private void place(CodeBuilder code, Component component) {
      code.aload(code.parameterSlot(0));
      if (component.type().isPrimitive()) {
        code.loadConstant(constant(Component.layout(component.type()), layout(component)));
      }
      code.lload(code.parameterSlot(1));
      if (component.offset() != 0) {
        code.loadConstant((long) component.offset()).ladd();
      }
    }

    private <T> DynamicConstantDesc<T> constant(Object value, ClassDesc type) {
      constants.add(value);
      return DynamicConstantDesc.ofNamed(
          ConstantDescs.ofConstantBootstrap(
              desc(MethodHandles.class), "classDataAt", CD_Object, CD_int),
          DEFAULT_NAME,
          type,
          constants.size() - 1);
    }

    /** The class of the layout of a primitive type. */
    private static ClassDesc layout(Component component) {
      String name = component.type().getName();
      String of = Character.toUpperCase(name.charAt(0)) + name.substring(1);
      return desc(ValueLayout.class).nested("Of" + of);
    }

    private static ClassDesc desc(Class<?> type) {
      return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static MethodTypeDesc desc(MethodType type) {
      return MethodTypeDesc.ofDescriptor(type.descriptorString());
    }
  }
}
