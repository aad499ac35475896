package org.temoto.gas.spi;

/** Methods that walk along the causes of what a program has thrown, which may be of any class. */
public final class Causes {
  /** So many causes are looked at, for they may run in a circle. */
  public static final int MOST = 100;

  private Causes() {}

  /** The cause of {@code thrown}; null if it has none, or throws when it is asked. */
  public static Throwable next(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      return null;
    }
  }
}
