package org.temoto.gas.shmem;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.temoto.gas.EngineOptions;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;

/**
 * Description of what a PE runs, for the others: where, and what has to be the same everywhere.
 *
 * @param boot differs between hosts of one name
 * @param cores those of the host that its process may use
 * @param facts values by name
 */
record Statement(String host, String boot, BitSet cores, Map<String, String> facts) {
  private static final String LINE = "\n";
  private static final HexFormat HEX = HexFormat.of();

  /** Most bytes of the facts; the rest of a control block's text is for host and cores. */
  private static final int FACT_BYTES = ControlLayout.TEXT_BYTES - 512;

  /** Characters of a value that are kept where the facts are too long. */
  private static final int KEPT = 48;

  /** For this process and a launch with {@code options}. */
  static Statement of(String host, String boot, BitSet cores, GasOptions options) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("program", Program.checksum());
    addFacts(facts, options);
    for (OptionGroup group : options.groups()) {
      if (group.getClass().isRecord()) {
        addFacts(facts, group);
        if (group instanceof EngineOptions engine) {
          facts.remove("features");
          addFeatures(facts, engine);
        }
      } else {
        facts.put(group.getClass().getSimpleName(), group.toString());
      }
    }
    boolean fits = factText(facts).getBytes(StandardCharsets.UTF_8).length <= FACT_BYTES;
    facts.replaceAll((_, value) -> fits && !value.contains(LINE) ? value : brief(value));
    return new Statement(host, boot, cores, facts);
  }

  private static void addFacts(Map<String, String> facts, Object options) {
    for (RecordComponent option : options.getClass().getRecordComponents()) {
      boolean isGroups = option.getName().equals("groups"); // whose facts are others
      boolean isCode = option.getType().isAnnotationPresent(FunctionalInterface.class);
      if (!isGroups && !isCode) {
        facts.put(option.getName(), value(option, options));
      }
    }
  }

  /** Each by the words with which a user sets it. */
  private static void addFeatures(Map<String, String> facts, EngineOptions engine) {
    for (EngineOptions.Feature feature : EngineOptions.Feature.values()) {
      String name =
          switch (feature) {
            case CACHING -> "--cache";
            case ALIASING -> "--alias";
            case BINDING -> "--bind";
            case USE_AFTER_CLOSE_CHECKS -> "-Dtemoto.useAfterCloseChecks";
          };
      boolean isOn = engine.has(feature);
      String value = name.startsWith("--") ? isOn ? "on" : "off" : String.valueOf(isOn);
      facts.put(name, value);
    }
  }

  /** A short value itself; of any other one line: how it begins, and a hash. */
  private static String brief(String value) {
    if (value.length() <= KEPT && !value.contains(LINE)) {
      return value;
    }
    int end = Math.min(value.length(), KEPT);
    if (Character.isHighSurrogate(value.charAt(end - 1))) {
      end--; // half a character would not be the same after its way
    }
    return "%s... (%s characters, #%016x)"
        .formatted(value.substring(0, end).replace(LINE, " "), value.length(), Control.hash(value));
  }

  private static String value(RecordComponent option, Object options) {
    try {
      Object value = option.getAccessor().invoke(options);
      return value instanceof Record parts && Modifier.isPublic(parts.getClass().getModifiers())
          ? text(parts)
          : String.valueOf(value);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("option " + option + " is public", e);
    }
  }

  /** As a record's own text, whose code Java would make now, which takes longer. */
  private static String text(Record parts) {
    return Stream.of(parts.getClass().getRecordComponents())
        .map(part -> part.getName() + "=" + value(part, parts))
        .collect(Collectors.joining(", ", parts.getClass().getSimpleName() + "[", "]"));
  }

  String text() {
    return host + LINE + boot + LINE + HEX.formatHex(cores.toByteArray()) + factText(facts);
  }

  private static String factText(Map<String, String> facts) {
    return facts.entrySet().stream()
        .map(fact -> LINE + fact.getKey() + "=" + fact.getValue())
        .collect(Collectors.joining());
  }

  /** Reads what a PE has stated; an empty text says nothing. */
  static Statement parse(String text) {
    String[] lines = text.isEmpty() ? new String[] {"", "", ""} : text.split(LINE, -1);
    Map<String, String> facts = new LinkedHashMap<>();
    for (int i = 3; i < lines.length; i++) {
      String[] fact = lines[i].split("=", 2);
      facts.put(fact[0], fact.length == 2 ? fact[1] : "");
    }
    return new Statement(lines[0], lines[1], BitSet.valueOf(HEX.parseHex(lines[2])), facts);
  }

  /** Tells whether both processes are on the same host. */
  boolean sharesHost(Statement other) {
    return host.equals(other.host) && boot.equals(other.boot);
  }

  /** Tells whether both processes may use the same core. */
  boolean sharesCores(Statement other) {
    return sharesHost(other) && cores.intersects(other.cores);
  }

  /** Difference from PE 0's {@code first}, and the fix; empty if there is none. */
  Optional<String> difference(Statement first) {
    return Stream.concat(facts.keySet().stream(), first.facts.keySet().stream())
        .filter(name -> !isSame(facts.get(name), first.facts.get(name)))
        .map(name ->
            "%s here, but %s at PE 0 on host %s; %s"
                .formatted(told(name), first.told(name), first.host, mend(name)))
        .findFirst();
  }

  private String told(String name) {
    return facts.containsKey(name) ? name + "=" + facts.get(name) : name + " is not set";
  }

  /** One of the PEs may have shortened its values, for the sake of another. */
  private static boolean isSame(String value, String other) {
    return value != null
        && other != null
        && (value.equals(other) || brief(value).equals(other) || value.equals(brief(other)));
  }

  private static String mend(String name) {
    return switch (name) {
      case "program" ->
          "all PEs must run the same classes: bring the same build to every host, and the same JDK"
              + " where a source file is run";
      case "heapBytes" ->
          "start all PEs with the same options, and the same "
              + LaunchEnvironment.HEAP_SIZE
              + ", which is to be set where hosts have different numbers of PEs (oshrun -x)";
      default -> "start all PEs with the same options";
    };
  }
}
