/** Tests of programs: an annotation for JUnit that runs a method on a simulated cluster. */
module org.temoto.junit {
  requires transitive org.junit.jupiter.api;
  requires transitive org.temoto.gas.simulated;
  requires transitive org.temoto.task;

  exports org.temoto.junit;

  opens org.temoto.junit to
      org.junit.platform.commons;
}
