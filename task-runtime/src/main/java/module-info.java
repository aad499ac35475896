/** Fork/join tasks on a global address space, patterns over its arrays, and collectives. */
module org.temoto.task {
  requires it.unimi.dsi.fastutil.core;
  requires jdk.jfr;
  requires transitive org.temoto.gas;

  exports org.temoto.task;
  exports org.temoto.task.collective;
  exports org.temoto.task.pattern;
  exports org.temoto.task.trace;
}
