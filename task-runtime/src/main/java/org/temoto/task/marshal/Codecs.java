package org.temoto.task.marshal;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.temoto.gas.RefusedException;
import org.temoto.task.Task;

/** Factory that derives codecs from types, once per record class. */
final class Codecs {
  /** Rule of what can be marshalled, for messages. */
  static final String RULE =
      "tasks and results may hold primitives and their boxes, strings, enums, records of these,"
          + " lists, global memories, ranges and arrays, and Java arrays in components marked"
          + " @Task.Copied";

  /** The classes of which a value that can be marshalled may be a subclass. */
  private static final Set<Class<?>> OPEN_CLASSES =
      Set.of(Object.class, Number.class, Record.class, Enum.class);

  private static final ClassValue<RecordCodec> RECORDS =
      new ClassValue<>() {
        @Override
        protected RecordCodec computeValue(Class<?> type) {
          return new Derivation(type).derive();
        }
      };

  private Codecs() {}

  static RecordCodec ofRecord(Class<?> type) {
    return RECORDS.get(type);
  }

  /** Refuses {@code type} if no value of it but null can be marshalled. */
  static void require(Type type, String where) {
    new Derivation(Object.class).ofType(type, false, where);
  }

  /**
   * One derivation: remembers the record classes that it is in, since a record may contain itself.
   */
  private record Derivation(Class<?> root, Map<Class<?>, RecordCodec> known) {
    Derivation(Class<?> root) {
      this(root, new HashMap<>());
    }

    RecordCodec derive() {
      RecordCodec codec = record(root);
      boolean news = true;
      while (news) {
        news = false;
        for (RecordCodec each : known.values()) {
          news |= each.learnPrepared();
        }
      }
      return codec;
    }

    private RecordCodec record(Class<?> type) {
      RecordCodec before = known.get(type);
      if (before != null) {
        return before;
      }
      RecordCodec codec = new RecordCodec(type);
      known.put(type, codec);
      RecordComponent[] components = type.getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        codec.set(i, component(type, components[i]));
      }
      return codec;
    }

    private Codec component(Class<?> type, RecordComponent component) {
      String within = type == root ? "" : " (within " + root.getName() + ")";
      String where = "component \"" + component.getName() + "\" of " + type.getName() + within;
      return ofType(
          component.getGenericType(), component.isAnnotationPresent(Task.Copied.class), where);
    }

    private Codec ofType(Type type, boolean copied, String where) {
      Class<?> raw = raw(type);
      if (raw.isPrimitive()) {
        return BasicCodec.ofPrimitive(raw);
      }
      if (raw == List.class) {
        return new NullableCodec(new ListCodec(ofType(element(type), copied, where)));
      }
      if (raw.isArray()) {
        return new NullableCodec(array(type, copied, where));
      }
      return ofClass(raw, where);
    }

    private Codec ofClass(Class<?> type, String where) {
      BasicCodec basic = BasicCodec.ofBoxed(type);
      if (basic != null) {
        return new NullableCodec(basic);
      }
      if (type.isRecord()) {
        return new NullableCodec(record(type));
      }
      if (type.isEnum()) {
        return new NullableCodec(new EnumCodec(type.getEnumConstants()));
      }
      if (type.isInterface() || OPEN_CLASSES.contains(type)) {
        return new DynamicCodec(where);
      }
      throw new RefusedException(where + " is a " + type.getName() + ": " + RULE);
    }

    private Codec array(Type type, boolean copied, String where) {
      if (!copied) {
        throw new RefusedException(
            where
                + " is an array, "
                + raw(type).getTypeName()
                + ", not marked @Task.Copied: "
                + RULE);
      }
      Type element =
          type instanceof GenericArrayType a
              ? a.getGenericComponentType()
              : raw(type).getComponentType();
      return new ArrayCodec(raw(element), ofType(element, true, where), isVariable(element));
    }

    /** Tells whether arrays of such elements are of another class from one use to the next. */
    private static boolean isVariable(Type element) {
      return element instanceof TypeVariable<?>
          || element instanceof GenericArrayType a && isVariable(a.getGenericComponentType());
    }

    private static Class<?> raw(Type type) {
      return switch (type) {
        case Class<?> c -> c;
        case ParameterizedType p -> (Class<?>) p.getRawType();
        case GenericArrayType a -> raw(a.getGenericComponentType()).arrayType();
        case TypeVariable<?> v -> raw(v.getBounds()[0]); // as the component's class has it
        default -> Object.class; // wildcards: the value's own class decides
      };
    }

    private static Type element(Type list) {
      return list instanceof ParameterizedType p ? p.getActualTypeArguments()[0] : Object.class;
    }
  }
}
