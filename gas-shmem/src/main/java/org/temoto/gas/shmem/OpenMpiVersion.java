package org.temoto.gas.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Version of an Open MPI, such as 4.1.4, and what is known to be wrong with it. */
record OpenMpiVersion(String number) {
  /** Versions with a fault, as in docs/distribution.md. */
  private static final Map<String, String> FAULTS =
      Map.of("4.1.5", "its OpenSHMEM crashes when a process ends, also in C; 4.1.6 does not");

  private static final Pattern TEXT = Pattern.compile("Open MPI v([^,\\s]+)");

  /** Most that {@code MPI_MAX_LIBRARY_VERSION_STRING} is. */
  private static final int TEXT_BYTES = 8192;

  /** By MPI's own function, which may be called before the library begins. */
  static Optional<OpenMpiVersion> of(SymbolLookup symbols) {
    return symbols.find("MPI_Get_library_version").flatMap(found -> parse(text(found)));
  }

  private static String text(MemorySegment function) {
    FunctionDescriptor type =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(TEXT_BYTES);
      MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
      int error =
          (int) Linker.nativeLinker().downcallHandle(function, type).invokeExact(text, length);
      return error == 0 ? text.getString(0) : "";
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a native function throws nothing", e);
    }
  }

  /** The version in {@code text}, as Open MPI describes itself; none of another MPI's. */
  static Optional<OpenMpiVersion> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.lookingAt()
        ? Optional.of(new OpenMpiVersion(matcher.group(1)))
        : Optional.empty();
  }

  /** Reason why it is not to be used, if one is known. */
  Optional<String> fault() {
    return Optional.ofNullable(FAULTS.get(number));
  }
}
