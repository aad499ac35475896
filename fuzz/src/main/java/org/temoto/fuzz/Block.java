package org.temoto.fuzz;

import java.util.List;
import java.util.stream.Stream;

/** Steps of one task, or of a part of it, in their order. */
record Block(List<Step> steps) {
  static final Block EMPTY = new Block(List.of());

  Block {
    steps = List.copyOf(steps);
  }

  /** Blocks of the tasks that it forks, in the order in which it forks them. */
  List<Block> children() {
    return steps.stream().flatMap(Block::children).toList();
  }

  private static Stream<Block> children(Step step) {
    return switch (step) {
      case Step.Par par -> par.children().stream();
      case Step.Ordered ordered -> ordered.blocks().stream();
      case Step.Detach detach -> Stream.of(detach.block());
      case Step.Hold hold -> children(hold.body());
      case Step.Ahead ahead -> ahead.body().children().stream();
      default -> Stream.empty();
    };
  }

  /** All steps, those in others and of tasks that it forks included. */
  Stream<Step> all() {
    return steps.stream().flatMap(step -> Stream.concat(Stream.of(step), within(step)));
  }

  private static Stream<Step> within(Step step) {
    return switch (step) {
      case Step.Par par ->
          Stream.concat(par.children().stream(), Stream.of(par.between())).flatMap(Block::all);
      case Step.Hold hold -> Stream.concat(Stream.of(hold.body()), within(hold.body()));
      case Step.Ahead ahead -> ahead.body().all();
      case Step.Nest nest -> nest.body().all();
      case Step.Ordered ordered ->
          Stream.concat(ordered.blocks().stream(), ordered.waits().stream().map(Step.Waited::then))
              .flatMap(Block::all);
      case Step.Detach detach -> detach.block().all();
      default -> Stream.empty();
    };
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }
}
