package org.temoto.fuzz;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.temoto.gas.Access;
import org.temoto.gas.GasOptions.Coherence;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.GlobalMemory;
import org.temoto.gas.LocalView;
import org.temoto.gas.Region;
import org.temoto.gas.Request;
import org.temoto.gas.SharedWords;
import org.temoto.gas.lock.GlobalLocks;
import org.temoto.gas.lock.GlobalSemaphore;
import org.temoto.gas.spi.ProcessingElement;
import org.temoto.gas.spi.RuntimeSupport;
import org.temoto.task.Action;
import org.temoto.task.Forked;
import org.temoto.task.Scope;
import org.temoto.task.TaskContext;
import org.temoto.task.TaskException;
import org.temoto.task.TaskHandle;

/**
 * Task of one block of the program of run number {@code run}; fails if a read sees something else
 * than it must.
 *
 * @param words the memory of shared words
 * @param heaps one, if the program replaces blocks
 * @param semaphores none; or one for guarded numbers, which stand in the last memory, and then one
 *     of each signal
 * @param awaited tasks that it joins first
 * @param values promises that have been fulfilled with themselves
 * @param promise promise that it fulfils last, or {@link TaskHandle#NONE}
 * @param promising how it does
 */
record RunBlock(
    long run,
    int block,
    List<GlobalMemory> memories,
    GlobalMemory words,
    List<HeapTable> heaps,
    List<GlobalSemaphore> semaphores,
    List<TaskHandle> awaited,
    List<TaskHandle> values,
    TaskHandle promise,
    Step.Promising promising)
    implements Action {
  /** Time for which a task lets others work while a view is open, in nanoseconds. */
  private static final long LINGER_NANOS = 2_000;

  /** Number of times that a PE looks whether a relay is over that it has no part in any more. */
  private static final int LOOKS = 100;

  @Override
  public void compute(TaskContext context) {
    awaited.forEach(context::join);
    CaseRun of = CaseRun.numbered(run);
    Execution execution = new Execution(this, of, new Layout(of.program(), memories), context);
    values.forEach(execution::checkValue);
    execution.run(of.block(block));
    switch (promising) {
      case NONE -> {}
      case PLAIN -> context.fulfil(promise);
      case VALUED -> context.fulfil(promise, promise);
    }
  }

  /** The task of another block. */
  private RunBlock of(int number) {
    return of(number, List.of(), List.of(), TaskHandle.NONE, Step.Promising.NONE);
  }

  private RunBlock of(
      int number,
      List<TaskHandle> others,
      List<TaskHandle> fulfilled,
      TaskHandle promised,
      Step.Promising how) {
    return new RunBlock(
        run, number, memories, words, heaps, semaphores, others, fulfilled, promised, how);
  }

  /** The root task of a phase. */
  static RunBlock root(
      long run,
      int block,
      List<GlobalMemory> memories,
      GlobalMemory words,
      List<HeapTable> heaps,
      List<GlobalSemaphore> semaphores) {
    return new RunBlock(
        run,
        block,
        memories,
        words,
        heaps,
        semaphores,
        List.of(),
        List.of(),
        TaskHandle.NONE,
        Step.Promising.NONE);
  }

  /** Compares what all units and words hold after a phase, as the program of a PE sees it. */
  void checkAll(int phase) {
    CaseRun of = CaseRun.numbered(run);
    Execution execution = new Execution(this, of, new Layout(of.program(), memories), null);
    int[] expected = of.expectation().result(phase);
    for (int from = 0; from < expected.length; from += MemoryShape.UNITS_PER_PAGE) {
      int to = from + MemoryShape.UNITS_PER_PAGE;
      execution.checkView(
          new Pieces(from, to), Arrays.copyOfRange(expected, from, to), "at the end");
    }
    for (int word = 0; word < of.program().words(); word++) {
      execution.checkWord(word, of.expectation().sum(phase, word));
    }
    for (int number = 0; number < Program.GUARDED && !semaphores.isEmpty(); number++) {
      int word = of.program().words() + number;
      if (!of.expectation().isUnknown(word)) {
        execution.checkGuarded(number, of.expectation().sum(phase, word));
      }
    }
  }

  /**
   * Does what this PE has to do in {@code relays}, as its program.
   *
   * @param locks of the relays that need them; null if none does
   */
  void relay(List<Relay> relays, GlobalLocks locks) {
    CaseRun of = CaseRun.numbered(run);
    Execution execution = new Execution(this, of, new Layout(of.program(), memories), null);
    for (Relay relay : relays) {
      if (!relay.beside().isEmpty()) {
        execution.checkView(relay.beside(), of.expectation().of(relay.beside()), "beside a relay");
      }
    }
    for (Relay relay : relays) {
      if (relay.isLocked()) {
        execution.run(relay, locks);
      } else {
        execution.run(relay);
      }
    }
  }

  /** One task under way. */
  private record Execution(RunBlock task, CaseRun of, Layout layout, TaskContext context) {
    void run(Block block) {
      for (Step step : block.steps()) {
        run(step);
      }
    }

    private void run(Step step) {
      switch (step) {
        case Step.Read read -> check(read);
        case Step.Write write -> write(write);
        case Step.Nest nest -> {
          List<Step.Held> outer = List.of(nest.outer());
          List<LocalView> views = open(outer, false);
          run(nest.body());
          finish(outer, views, "outer view");
        }
        case Step.Migrate migrate -> {
          int pes = context.space().pes();
          layout.migrate(migrate.page(), migrate.pe() % pes);
          layout.migrate(migrate.page(), (migrate.pe() + 1) % pes);
        }
        case Step.Fence fence -> fence(context.space(), fence.kind());
        case Step.Ahead ahead -> run(ahead);
        case Step.Add add -> task.words.words().fetchAdd(add.word(), add.delta());
        case Step.Guarded guarded -> guarded(guarded);
        case Step.Signal signal -> {
          write(signal.before());
          task.semaphores.get(1 + signal.semaphore()).release(1);
        }
        case Step.Await await -> {
          task.semaphores.get(1 + await.semaphore()).acquire(1);
          check(await.after());
          await.answer().ifPresent(this::write);
        }
        case Step.Count count -> count(count);
        case Step.Replace replace -> replace(replace);
        case Step.Par par -> run(par);
        case Step.Ordered ordered -> run(ordered);
        case Step.Detach detach -> {
          RunBlock detached = task.of(of.number(detach.block()));
          if (detach.home() == Step.NO_HOME) {
            context.detach(detached);
          } else {
            context.detach(detach.home() % context.space().pes(), detached);
          }
        }
        case Step.Hold hold -> {
          List<LocalView> views = open(hold.views(), true);
          run(hold.body());
          finish(hold.views(), views, "view held over the join");
        }
        case Step.Fail fail -> {
          if (!fail.open().isEmpty()) {
            layout.localize(fail.open(), Access.READ);
          }
          throw new Planned();
        }
      }
    }

    private static void fence(GlobalAddressSpace space, Step.Fencing kind) {
      switch (kind) {
        case RELEASE -> space.releaseFence();
        case AWAITED_RELEASE -> space.releaseFenceAsync().await();
        case STARTED_RELEASE -> space.releaseFenceAsync();
        case ACQUIRE -> space.acquireFence();
      }
    }

    private void guarded(Step.Guarded step) {
      GlobalSemaphore guard = task.semaphores.getFirst();
      guard.acquire(guard.permits());
      try (LocalView view = guardedView(step.number(), Access.READ_WRITE)) {
        long before = view.segment().get(JAVA_LONG, 0);
        view.segment().set(JAVA_LONG, 0, before + step.delta());
        if (!isAutomatic()) {
          view.commit();
        }
      }
      guard.release(1);
      guard.release(guard.permits() - 1);
    }

    private LocalView guardedView(int number, Access access) {
      return task.memories.getLast().localize((long) number * Long.BYTES, Long.BYTES, access);
    }

    void checkGuarded(int number, long expected) {
      try (LocalView view = guardedView(number, Access.READ)) {
        long seen = view.segment().get(JAVA_LONG, 0);
        if (seen != expected) {
          String what =
              "PE %s: guarded number %s is %s, must be %s"
                  .formatted(task.words.space().pe(), number, seen, expected);
          throw of.found(new Divergence.Found(Divergence.Kind.WORD, what));
        }
      }
    }

    private void count(Step.Count step) {
      SharedWords words = task.words.words();
      int word = of.word(task.block);
      long before = of.expectation().count(step);
      long after = before + step.delta();
      long returned =
          switch (step.how()) {
            case ADD -> words.fetchAdd(word, step.delta());
            case SWAP -> words.compareAndSwap(word, before, after);
            case REFUSED_SWAP -> words.compareAndSwap(word, after, before);
          };
      checkWord(word, returned, before, "when it is counted on");
    }

    private void replace(Step.Replace step) {
      for (int unit : step.at().units()) {
        String wrong = task.heaps.getFirst().replace(unit, step.mark());
        if (!wrong.isEmpty()) {
          String what = "task %s: the block of unit %d: %s".formatted(path(), unit, wrong);
          throw of.found(new Divergence.Found(Divergence.Kind.BLOCK, what));
        }
      }
    }

    // --- relays

    void run(Relay relay) {
      GlobalAddressSpace space = task.words.space();
      SharedWords words = task.words.words();
      int word = of.word(relay);
      int count = relay.hops().size();
      for (int i = 0; i < count; i++) {
        Relay.Hop hop = relay.hops().get(i);
        if (hop.pe() % space.pes() == space.pe()) {
          while (words.read(word) != i) {
            letOthersGoOn();
          }
          space.acquireFence();
          checkView(relay.at(), of.expectation().of(hop), "relay");
          handOn(relay.at(), hop);
          checkWord(word, words.compareAndSwap(word, i, i + 1), i, "when it is raised");
        }
      }
      for (int i = 0; i < LOOKS && words.read(word) != count; i++) {
        letOthersGoOn();
      }
      if (words.read(word) == count) {
        space.acquireFence();
        checkView(relay.at(), of.expectation().of(relay), "end of a relay");
      }
    }

    /** Runs a relay by locks: whose turn it is shows under the lock. */
    void run(Relay relay, GlobalLocks locks) {
      GlobalAddressSpace space = task.words.space();
      int count = relay.hops().size();
      for (int i = 0; i < count; i++) {
        Relay.Hop hop = relay.hops().get(i);
        while (hop.pe() % space.pes() == space.pe() && !takesTurn(relay, i, locks)) {
          letOthersGoOn();
        }
      }
      for (int i = 0; i < LOOKS && task.words.words().read(of.word(relay)) != count; i++) {
        letOthersGoOn();
      }
      try (GlobalLocks.Held _ = locks.lockShared(of.lock(relay))) {
        if (task.words.words().read(of.word(relay)) == count) {
          checkView(relay.at(), of.expectation().of(relay), "end of a relay");
        }
      }
    }

    private boolean takesTurn(Relay relay, int turn, GlobalLocks locks) {
      SharedWords words = task.words.words();
      int word = of.word(relay);
      Relay.Hop hop = relay.hops().get(turn);
      try (GlobalLocks.Held _ = locks.lock(of.lock(relay))) {
        if (words.read(word) != turn) {
          return false;
        }
        checkView(relay.at(), of.expectation().of(hop), "relay");
        write(relay.at(), hop);
        checkWord(word, words.compareAndSwap(word, turn, turn + 1), turn, "when it is raised");
        return true;
      }
    }

    private void write(Pieces at, Relay.Hop hop) {
      try (LocalView view = layout.localize(at, Access.WRITE)) {
        store(view, at, hop.ident());
        if (!isAutomatic()) {
          view.commit();
        }
      }
    }

    private void handOn(Pieces at, Relay.Hop hop) {
      write(at, hop);
      fence(task.words.space(), hop.awaits() ? Step.Fencing.AWAITED_RELEASE : Step.Fencing.RELEASE);
    }

    private void run(Step.Ahead ahead) {
      List<Request<LocalView>> requests = new ArrayList<>();
      try {
        for (Step.Held each : ahead.views()) {
          Access access = each.writes() ? Access.READ_WRITE : Access.READ;
          requests.add(layout.request(each.at(), access));
        }
        run(ahead.body());
        for (int i : ahead.order()) {
          List<LocalView> view = List.of(requests.get(i).await());
          finish(List.of(ahead.views().get(i)), view, "awaited view");
        }
      } finally {
        requests.forEach(Request::close);
      }
    }

    /** Tells whether nothing has to be committed. */
    private boolean isAutomatic() {
      return task.words.space().options().coherence() == Coherence.AUTOMATIC;
    }

    // --- forks and joins

    private void run(Step.Par par) {
      Scope scope = context.scope();
      List<Forked<Void>> children = new ArrayList<>();
      for (Block child : par.children()) {
        int number = of.number(child);
        RunBlock forked = task.of(number);
        children.add(
            par.joining() == Step.Joining.SCOPED ? scope.fork(forked) : fork(number, forked));
      }
      List<Step.Held> asked = par.kept().stream().filter(Execution::isAsked).toList();
      List<Step.Held> opened = par.kept().stream().filter(view -> !isAsked(view)).toList();
      List<Request<LocalView>> requests = new ArrayList<>();
      try {
        asked.forEach(view -> requests.add(layout.request(view.at(), Access.READ)));
        List<LocalView> kept = open(opened, true);
        run(par.between());
        join(par, children, scope);
        finish(opened, kept, "view kept over the join");
        for (int i = 0; i < asked.size(); i++) {
          List<LocalView> view = List.of(requests.get(i).await());
          finish(List.of(asked.get(i)), view, "view asked for before the join");
        }
      } finally {
        requests.forEach(Request::close);
      }
    }

    /** Every third task at some PE; in most programs some share first: their offers may wait. */
    private Forked<Void> fork(int number, RunBlock child) {
      if (number % 5 == 4 && of.program().words() > 1) {
        context.share(0);
      }
      int pes = context.space().pes();
      return number % 3 == 0 ? context.forkAt(number / 3 % pes, child) : context.fork(child);
    }

    private void run(Step.Ordered ordered) {
      List<TaskHandle> handles = new ArrayList<>();
      for (Step.Late each : ordered.tasks()) {
        List<TaskHandle> after = each.after().stream().map(handles::get).toList();
        List<TaskHandle> values =
            each.after().stream()
                .filter(i -> ordered.tasks().get(i).promising() == Step.Promising.VALUED)
                .map(handles::get)
                .toList();
        boolean promises = each.promising() != Step.Promising.NONE;
        TaskHandle promise = promises ? context.promise() : TaskHandle.NONE;
        RunBlock late =
            task.of(
                of.number(each.block()),
                each.joins() ? after : List.of(),
                values,
                promise,
                each.promising());
        TaskHandle own = fork(each.home(), late, each.joins() ? List.of(TaskHandle.NONE) : after);
        handles.add(promises ? promise : own);
      }
      boolean failing = ordered.blocks().stream().anyMatch(of.expectation()::fails);
      for (Step.Waited each : ordered.waits()) {
        await(ordered, each.task(), handles, failing);
        run(each.then());
      }
      guarded(context::sync, failing, ordered.contains());
    }

    private TaskHandle fork(int home, RunBlock late, List<TaskHandle> after) {
      TaskHandle[] dependencies = after.toArray(TaskHandle[]::new);
      return home == Step.NO_HOME
          ? context.forkAfter(late, dependencies)
          : context.forkAfter(home % context.space().pes(), late, dependencies);
    }

    void checkValue(TaskHandle promise) {
      TaskHandle seen = context.value(promise, TaskHandle.class);
      if (!seen.equals(promise)) {
        String what =
            "task %s: a promise has the value %s, must be %s".formatted(path(), seen, promise);
        throw of.found(new Divergence.Found(Divergence.Kind.WORD, what));
      }
    }

    /** Of some that fail, others may have been cancelled, too. */
    private void await(
        Step.Ordered ordered, int number, List<TaskHandle> handles, boolean failing) {
      TaskHandle awaited = number == Step.NO_TASK ? TaskHandle.NONE : handles.get(number);
      if (!failing || of.expectation().fails(ordered, number)) {
        guarded(() -> context.join(awaited), failing, ordered.contains());
        return;
      }
      try {
        context.join(awaited);
      } catch (TaskException failure) {
        if (!ordered.contains() || !Planned.isAllOf(failure)) {
          throw failure;
        }
      }
    }

    /** Every second view that is only read is asked for where others are opened. */
    private static boolean isAsked(Step.Held view) {
      return !view.writes() && view.at().units()[0] % 2 == 0;
    }

    private void join(Step.Par par, List<Forked<Void>> children, Scope scope) {
      if (par.joining() == Step.Joining.TOGETHER || par.joining() == Step.Joining.SCOPED) {
        boolean fails = par.children().stream().anyMatch(of.expectation()::fails);
        Runnable join = par.joining() == Step.Joining.SCOPED ? scope::close : context::sync;
        guarded(join, fails, par.contains());
        return;
      }
      int count = children.size();
      for (int i = 0; i < count; i++) {
        int child = par.joining() == Step.Joining.OLDEST_FIRST ? i : count - 1 - i;
        boolean fails = of.expectation().fails(par.children().get(child));
        guarded(() -> context.join(children.get(child)), fails, par.contains());
      }
    }

    /** Runs a join that has to throw a planned failure, or nothing. */
    private void guarded(Runnable join, boolean fails, boolean contains) {
      try {
        join.run();
      } catch (TaskException failure) {
        if (fails && contains && Planned.isAllOf(failure)) {
          return;
        }
        throw failure;
      }
      if (fails) {
        String what = "task " + path() + ": a child has failed, and its joiner has not been told";
        throw of.found(new Divergence.Found(Divergence.Kind.NOT_TOLD, what));
      }
    }

    // --- views

    private void check(Step.Read read) {
      int[] expected = of.expectation().of(read);
      switch (read.way()) {
        case VIEW -> checkView(read.at(), expected, "read");
        case AWAY -> checkAway(read.at(), expected);
        case TOGETHER -> checkTogether(read.at(), expected, "read together");
        case MEANWHILE -> checkMeanwhile(read.at(), expected);
        case GATHERED -> {
          try (LocalView view = layout.gathered(read.at()).localize(Access.READ)) {
            check(view, read.at(), expected, "gathered");
          }
        }
      }
    }

    /** Checks by one read of all parts. */
    private void checkTogether(Pieces at, int[] expected, String during) {
      Region region = layout.region(at);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(layout.bytes(at));
        region.memory().read(region, bytes);
        checkParts(at, expected, bytes, during);
      }
    }

    /** Checks by a request, a view of a part and a read at once. */
    private void checkMeanwhile(Pieces at, int[] expected) {
      try (Request<LocalView> request = layout.region(at).localizeAsync(Access.READ)) {
        int first = at.units()[0];
        layout.localize(new Pieces(first, first + 1), Access.READ).close();
        checkTogether(at, expected, "read beside a request");
        try (LocalView view = request.await()) {
          check(view, at, expected, "request beside a read");
        }
      }
    }

    private void checkParts(Pieces at, int[] expected, MemorySegment bytes, String during) {
      int[] units = at.units();
      long place = 0;
      for (int i = 0; i < units.length; i++) {
        check(bytes, place - layout.start(units[i]), units[i], expected[i], during);
        place += layout.end(units[i]) - layout.start(units[i]);
      }
    }

    /** Checks by reads that do not bring the pages. */
    private void checkAway(Pieces at, int[] expected) {
      int[] units = at.units();
      for (int i = 0; i < units.length; i++) {
        long start = layout.start(units[i]);
        byte[] bytes = new byte[(int) (layout.end(units[i]) - start)];
        MemorySegment to = MemorySegment.ofArray(bytes);
        layout.memory(units[i]).read(start, to);
        check(to, -start, units[i], expected[i], "read of a few bytes");
      }
    }

    void checkView(Pieces at, int[] expected, String during) {
      try (LocalView view = layout.localize(at, Access.READ)) {
        check(view, at, expected, during);
      }
    }

    private void write(Step.Write write) {
      boolean whole = write.written().equals(write.at());
      Access access = write.storesOnly() && whole ? Access.WRITE : Access.READ_WRITE;
      try (LocalView view = localize(write.at(), access, write.ident())) {
        linger(write);
        store(view, write.written(), write.ident());
        linger(write);
        if (isAutomatic()) {
          return;
        }
        if (!write.unitByUnit() && whole) {
          view.commit();
          return;
        }
        for (int unit : write.written().units()) {
          view.commit(layout.start(unit) - view.offset(), layout.end(unit) - layout.start(unit));
        }
      }
    }

    /**
     * A view of {@code at}. Where changes are found by the engine, every second one for reading and
     * writing is of the whole memory, unless the cache is small.
     */
    private LocalView localize(Pieces at, Access access, int draw) {
      boolean wide =
          isAutomatic()
              && access == Access.READ_WRITE
              && draw % 2 == 0
              && of.cluster().cachePages() >= CaseGenerator.WIDE_CACHE / 2;
      return wide ? layout.localizeAll(at, access) : layout.localize(at, access);
    }

    private void linger(Step.Write write) {
      if (write.lingers()) {
        letOthersGoOn();
      }
    }

    private void letOthersGoOn() {
      ProcessingElement element = RuntimeSupport.of(task.words.space()).processingElement();
      element.checkAlive();
      element.strands().park(LINGER_NANOS);
    }

    private List<LocalView> open(List<Step.Held> held, boolean commit) {
      List<LocalView> views = new ArrayList<>();
      for (Step.Held each : held) {
        Access access =
            each.storesOnly() ? Access.WRITE : each.writes() ? Access.READ_WRITE : Access.READ;
        views.add(localize(each.at(), access, each.before() + each.after()));
      }
      for (int i = 0; i < views.size(); i++) {
        if (held.get(i).before() != 0) {
          store(views.get(i), held.get(i).at(), held.get(i).before());
          if (commit && !isAutomatic()) {
            views.get(i).commit();
          }
        }
      }
      return views;
    }

    private void finish(List<Step.Held> held, List<LocalView> views, String during) {
      for (int i = 0; i < views.size(); i++) {
        Step.Held each = held.get(i);
        int[] expected = of.expectation().of(each);
        if (each.storesOnly()) {
          checkView(each.at(), expected, during + " that stores only");
        } else {
          check(views.get(i), each.at(), expected, during);
        }
      }
      for (int i = 0; i < views.size(); i++) {
        Step.Held each = held.get(i);
        if (each.after() != 0) {
          store(views.get(i), each.at(), each.after());
        }
        if (!isAutomatic() && (each.after() != 0 || each.before() != 0)) {
          views.get(i).commit();
        }
      }
      views.forEach(LocalView::close);
    }

    // --- bytes

    private void store(LocalView view, Pieces at, int ident) {
      MemorySegment segment = view.segment();
      for (int unit : at.units()) {
        store(segment, -view.offset(), unit, ident);
      }
    }

    /** {@code shift} is where the memory's first byte would be in {@code segment}. */
    private void store(MemorySegment segment, long shift, int unit, int ident) {
      long end = layout.end(unit);
      for (long position = layout.start(unit); position < end; position++) {
        segment.set(JAVA_BYTE, position + shift, value(ident, position));
      }
    }

    private byte value(int ident, long position) {
      return of.expectation().contents().value(ident, position);
    }

    private void check(LocalView view, Pieces at, int[] expected, String during) {
      MemorySegment segment = view.segment();
      int[] units = at.units();
      for (int i = 0; i < units.length; i++) {
        check(segment, -view.offset(), units[i], expected[i], during);
      }
    }

    /** {@code shift} is where the memory's first byte would be in {@code segment}. */
    private void check(MemorySegment segment, long shift, int unit, int ident, String during) {
      if (ident == Expectation.UNKNOWN) {
        return;
      }
      long end = layout.end(unit);
      for (long position = layout.start(unit); position < end; position++) {
        if (segment.get(JAVA_BYTE, position + shift) != value(ident, position)) {
          throw found(segment, shift, unit, position, ident, during);
        }
      }
    }

    private Divergence.Found found(
        MemorySegment segment, long shift, int unit, long first, int ident, String during) {
      long to = first;
      while (to < layout.end(unit) && segment.get(JAVA_BYTE, to + shift) != value(ident, to)) {
        to++;
      }
      Divergence divergence =
          new Divergence(
              during,
              path(),
              task.words.space().pe(),
              layout.memory(unit).name(),
              first,
              to,
              value(ident, first),
              segment.get(JAVA_BYTE, first + shift),
              ident);
      return of.found(new Divergence.Found(divergence));
    }

    void checkWord(int word, long expected) {
      if (!of.expectation().isUnknown(word)) {
        checkWord(word, task.words.words().read(word), expected, "at the end");
      }
    }

    private void checkWord(int word, long seen, long expected, String during) {
      if (seen != expected) {
        String what =
            "PE %d: shared word %d is %d %s, must be %d"
                .formatted(task.words.space().pe(), word, seen, during, expected);
        throw of.found(new Divergence.Found(Divergence.Kind.WORD, what));
      }
    }

    private String path() {
      return of.path(task.block);
    }
  }
}
