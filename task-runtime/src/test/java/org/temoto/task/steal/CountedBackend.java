package org.temoto.task.steal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GasOptions.OptionGroup;
import org.temoto.gas.simulated.backend.SimulatedBackend;
import org.temoto.gas.spi.Backend;
import org.temoto.gas.spi.Channel;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.Transport;

/** The simulated backend; what each strand asks of its channels is written down. */
public final class CountedBackend implements Backend {
  static final String NAME = "counted";

  /**
   * Event of a strand: an operation on PE {@code target}, or the start of a task.
   *
   * @param order of all events
   * @param place the argument behind the target
   * @param operand the last argument of an operation: what is added, or written
   */
  record Event(
      long order, String what, int own, int target, long place, long result, long operand) {
    boolean is(String name) {
      return what.equals(name);
    }

    boolean isRemote() {
      return target != own;
    }
  }

  /** Target of an event that is no operation on a PE. */
  static final int NOWHERE = -1;

  private static final AtomicLong ORDER = new AtomicLong();

  private static final Map<Thread, List<Event>> EVENTS = new ConcurrentHashMap<>();

  /** The same by the channels that operations were on: a worker's, whatever strand had it. */
  private static final Map<Channel, List<Event>> BY_CHANNEL = new ConcurrentHashMap<>();

  static void forget() {
    EVENTS.clear();
    BY_CHANNEL.clear();
  }

  static List<List<Event>> eventsOfChannels() {
    return List.copyOf(BY_CHANNEL.values());
  }

  static List<List<Event>> events() {
    return List.copyOf(EVENTS.values());
  }

  /**
   * Tells whether a strand of the PE does {@code what} after event {@code index} of a channel and
   * before the channel's next operation on another PE.
   */
  static boolean isNext(String what, List<Event> ofChannel, int index) {
    Event before = ofChannel.get(index);
    long next =
        ofChannel.stream()
            .skip(index + 1L)
            .filter(Event::isRemote)
            .mapToLong(Event::order)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    return EVENTS.values().stream()
        .flatMap(List::stream)
        .filter(event -> event.is(what) && event.own() == before.own())
        .anyMatch(event -> event.order() > before.order() && event.order() < next);
  }

  /** The calling strand of PE {@code own} has done {@code what}. */
  static void note(String what, int own, int target, Object result, Object operand) {
    append(EVENTS, Thread.currentThread(), event(what, own, target, null, result, operand));
  }

  private static Event event(
      String what, int own, int target, Object place, Object result, Object operand) {
    return new Event(
        ORDER.incrementAndGet(), what, own, target, number(place), number(result), number(operand));
  }

  private static long number(Object value) {
    return value instanceof Long word ? word : 0;
  }

  private static <K> void append(Map<K, List<Event>> all, K key, Event event) {
    all.computeIfAbsent(key, _ -> new ArrayList<>()).add(event);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<OptionGroup> defaultGroups() {
    return new SimulatedBackend().defaultGroups();
  }

  @Override
  public boolean isLaunched() {
    return false;
  }

  @Override
  public void launch(GasOptions options, Consumer<ProcessingElement> program) {
    new SimulatedBackend().launch(options, pe -> program.accept(counted(pe)));
  }

  private static ProcessingElement counted(ProcessingElement pe) {
    Transport transport = pe.transport();
    Transport counted =
        proxy(
            Transport.class,
            (self, method, arguments) ->
                method.getName().equals("openChannel")
                    ? counted(pe.rank(), transport.openChannel())
                    : invoke(transport, method, arguments));
    return proxy(
        ProcessingElement.class,
        (self, method, arguments) ->
            method.getName().equals("transport") ? counted : invoke(pe, method, arguments));
  }

  private static Channel counted(int own, Channel channel) {
    return proxy(
        Channel.class,
        (self, method, arguments) -> {
          Object result = invoke(channel, method, arguments);
          boolean aimed = arguments != null && arguments[0] instanceof Integer;
          int target = aimed ? (Integer) arguments[0] : NOWHERE;
          Object operand = aimed ? arguments[arguments.length - 1] : 0;
          Object place = aimed ? arguments[1] : 0;
          Event event = event(method.getName(), own, target, place, result, operand);
          append(EVENTS, Thread.currentThread(), event);
          append(BY_CHANNEL, channel, event);
          return result;
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
