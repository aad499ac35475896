package org.temoto.gas.array;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.temoto.gas.RefusedException;
import org.temoto.gas.array.GlobalRecords.Length;

/**
 * Layout of records of one class in memory, and how they are read and written; derived from the
 * class once.
 */
final class RecordLayout<R extends Record> {
  private static final String RULE =
      "records in global memory hold primitives, GlobalRef, records of these, and arrays of primitives or GlobalRef marked @Length";

  /** Largest size of a record, so that sums of sizes do not overflow. */
  private static final int MOST_BYTES = 1 << 24;

  private static final ClassValue<RecordLayout<?>> LAYOUTS =
      new ClassValue<>() {
        @Override
        protected RecordLayout<?> computeValue(Class<?> type) {
          return new RecordLayout<>(type.asSubclass(Record.class));
        }
      };

  private final Class<R> type;
  private final List<Component> components;
  private final int bytes;
  private final int alignment;
  private final int narrowest;
  private final RecordAccess access;

  /** Tells whether each record that is not null has its bytes, so that none need be checked. */
  private final boolean primitive;

  private RecordLayout(Class<R> type) {
    if (!type.isRecord()) {
      throw new RefusedException("class " + type.getName() + " is no record: " + RULE);
    }
    Derivation derivation = new Derivation(type, type, "", List.of());
    this.type = type;
    this.components = List.copyOf(derivation.components);
    this.alignment = derivation.alignment;
    this.narrowest = derivation.narrowest;
    this.bytes = derivation.end;
    this.access = RecordAccess.of(type, components);
    this.primitive = components.stream().allMatch(each -> each.type().isPrimitive());
  }

  @SuppressWarnings("unchecked") // the value of a class is made for it
  static <R extends Record> RecordLayout<R> of(Class<R> type) {
    return (RecordLayout<R>) LAYOUTS.get(type);
  }

  String name() {
    return type.getName();
  }

  int bytes() {
    return bytes;
  }

  int alignment() {
    return alignment;
  }

  /** Bytes of the smallest component. */
  int narrowest() {
    return narrowest;
  }

  @SuppressWarnings("unchecked") // the generated class makes records of the type
  R read(MemorySegment memory, long at) {
    return (R) access.read(memory, at);
  }

  /** Refuses a value that has no bytes, as a whole or in part. */
  void check(R value) {
    if (value == null) {
      throw new IllegalArgumentException("record " + name() + " is null, which has no bytes");
    }
    if (!primitive) {
      access.check(value);
    }
  }

  /** Stores a value that has passed {@link #check}. */
  void write(MemorySegment memory, long at, R value) {
    access.write(memory, at, value);
  }

  VarHandle component(String path) {
    return handle(find(components, path));
  }

  private Component find(List<Component> among, String path) {
    for (Component each : among) {
      if (each.path().equals(path)) {
        if (!each.parts().isEmpty()) {
          throw new IllegalArgumentException(
              "component \"%s\" of record %s is a record; a handle is of one of its components %s"
                  .formatted(path, name(), paths(each.parts())));
        }
        return each;
      }
      if (path.startsWith(each.path() + '.')) {
        return find(each.parts(), path);
      }
    }
    throw new IllegalArgumentException(
        "record %s has no component \"%s\"; it has %s".formatted(name(), path, paths(among)));
  }

  private static List<String> paths(List<Component> components) {
    return components.stream().map(Component::path).toList();
  }

  private VarHandle handle(Component component) {
    VarHandle handle = Component.layout(component.value()).varHandle();
    if (component.value() == GlobalRef.class) {
      handle = MethodHandles.filterValue(handle, Handles.BITS, Handles.REFERENCE);
    }
    MethodHandle place = MethodHandles.insertArguments(Handles.PLACE, 0, this, component.offset());
    List<Class<?>> coordinates = new ArrayList<>(List.of(RecordView.class, long.class));
    int[] order = {0, 0, 1};
    if (component.element() != null) {
      place =
          MethodHandles.insertArguments(
              Handles.ELEMENT,
              0,
              this,
              component.offset(),
              component.length(),
              Component.bytes(component.element()));
      coordinates.add(long.class);
      order = new int[] {0, 0, 1, 2};
    }
    handle = MethodHandles.collectCoordinates(handle, 1, place);
    handle = MethodHandles.filterCoordinates(handle, 0, Handles.MEMORY);
    return MethodHandles.permuteCoordinates(handle, coordinates, order);
  }

  /** Components side by side, from the start of the record that they are in. */
  private static final class Derivation {
    private final Class<?> root;
    private final List<Class<?>> around;
    private final List<Component> components = new ArrayList<>();
    private int end;
    private int alignment = 1;
    private int narrowest = Long.BYTES;

    /**
     * @param path of the record in the outermost one, which is {@code root}
     * @param around the classes of the records that it is in
     */
    Derivation(Class<?> root, Class<?> type, String path, List<Class<?>> around) {
      this.root = root;
      this.around = Stream.concat(around.stream(), Stream.of(type)).toList();
      RecordComponent[] all = type.getRecordComponents();
      if (all.length == 0) {
        throw refused(path, "has no components, and so no bytes");
      }
      for (RecordComponent each : all) {
        add(each, path.isEmpty() ? each.getName() : path + "." + each.getName());
      }
      end = align(alignment, path);
    }

    private void add(RecordComponent component, String path) {
      Class<?> type = component.getType();
      if (!type.isArray() && component.isAnnotationPresent(Length.class)) {
        throw refused(path, "is marked @Length, and is no array");
      }
      if (type.isRecord() && type != GlobalRef.class) {
        addRecord(type, path);
      } else if (type.isArray()) {
        addArray(type.getComponentType(), component.getAnnotation(Length.class), path);
      } else if (Component.layout(type) == null) {
        throw refused(path, "is a " + type.getTypeName());
      } else {
        int start = place(Component.bytes(type), 1, path);
        components.add(new Component(path, type, start, null, 0, List.of()));
      }
    }

    private void addRecord(Class<?> type, String path) {
      if (around.contains(type)) {
        throw refused(path, "makes a " + type.getName() + " contain itself; a GlobalRef names one");
      }
      Derivation inner = new Derivation(root, type, path, around);
      alignment = Math.max(alignment, inner.alignment);
      narrowest = Math.min(narrowest, inner.narrowest);
      end = align(inner.alignment, path);
      int start = place(1, inner.end, path);
      List<Component> parts = inner.components.stream().map(part -> part.behind(start)).toList();
      components.add(new Component(path, type, start, null, 0, parts));
    }

    private void addArray(Class<?> element, Length length, String path) {
      if (Component.layout(element) == null) {
        throw refused(path, "is an array of " + element.getTypeName());
      }
      if (length == null) {
        throw refused(path, "is an array of " + element.getTypeName() + " not marked @Length");
      }
      if (length.value() < 1) {
        throw refused(path, "has @Length(" + length.value() + "), and must have at least 1");
      }
      int start = place(Component.bytes(element), length.value(), path);
      components.add(
          new Component(path, element.arrayType(), start, element, length.value(), List.of()));
    }

    /** Place of so many values of {@code bytes} bytes each, one after the other. */
    private int place(int bytes, int count, String path) {
      alignment = Math.max(alignment, bytes);
      narrowest = Math.min(narrowest, bytes);
      int start = align(bytes, path);
      if (count > (MOST_BYTES - start) / bytes) {
        throw refused(path, "ends beyond " + MOST_BYTES + " bytes");
      }
      end = start + count * bytes;
      return start;
    }

    private int align(int to, String path) {
      int aligned = Math.ceilDiv(end, to) * to;
      if (aligned > MOST_BYTES) {
        throw refused(path, "ends beyond " + MOST_BYTES + " bytes");
      }
      return aligned;
    }

    private RefusedException refused(String path, String fact) {
      String what = path.isEmpty() ? " " : ": component \"" + path + "\" ";
      return new RefusedException("record " + root.getName() + what + fact + ": " + RULE);
    }
  }

  /** Methods of views and references, of which handles of components are made. */
  private static final class Handles {
    static final MethodHandle MEMORY = of(RecordView.class, "memory");
    static final MethodHandle PLACE = of(RecordView.class, "place");
    static final MethodHandle ELEMENT = of(RecordView.class, "element");
    static final MethodHandle BITS = of(RecordBytes.class, "bits");
    static final MethodHandle REFERENCE = of(RecordBytes.class, "reference");

    private Handles() {}

    /** The one method of that name. */
    private static MethodHandle of(Class<?> type, String name) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name)) {
          try {
            return MethodHandles.lookup().unreflect(method);
          } catch (IllegalAccessException e) {
            throw new LinkageError("methods of this package", e);
          }
        }
      }
      throw new NoSuchElementException(name);
    }
  }
}
