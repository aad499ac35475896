package org.temoto.junit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;
import org.temoto.gas.GasOptions;
import org.temoto.gas.GlobalAddressSpace;
import org.temoto.gas.Temoto;
import org.temoto.gas.simulated.SimulationOptions;
import org.temoto.gas.simulated.SimulationOptions.Schedule;
import org.temoto.task.TaskRuntime;

/**
 * Invocation of a test method as the program of one job.
 *
 * @param options of the job, with its seed
 */
record TestJob(GasOptions options)
    implements TestTemplateInvocationContext, ParameterResolver, InvocationInterceptor {
  @Override
  public String getDisplayName(int invocationIndex) {
    String machine =
        "%s, %s, %s"
            .formatted(
                counted(options.pes(), "PE"),
                counted(options.workers(), "worker"),
                schedule().name().toLowerCase(Locale.ROOT));
    return isRepeatable() ? machine + ", seed " + options.seed() : machine;
  }

  private static String counted(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private Schedule schedule() {
    return SimulationOptions.of(options).schedule();
  }

  private boolean isRepeatable() {
    return schedule() != Schedule.THREADS;
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getDeclaringExecutable().equals(context.getTestMethod().orElse(null));
  }

  /** None yet: each PE has its own. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    invocation.skip(); // the PEs call the method instead
    Method method = called.getExecutable();
    Object instance = called.getTarget().orElse(null);
    Set<Throwable> declared = ConcurrentHashMap.newKeySet();
    try {
      Temoto.launch(
          options,
          space -> {
            try {
              call(method, instance, space);
            } catch (RuntimeException failure) {
              throw failure;
            } catch (Exception failure) { // which the method declares, and a program may not
              declared.add(failure);
              throw failure;
            }
          });
    } catch (RuntimeException | Error failure) {
      Throwable cause = failure.getCause();
      Throwable own = cause != null && declared.contains(cause) ? cause : failure;
      if (isRepeatable()) {
        own.addSuppressed(new HowToRepeat(context.getRequiredTestClass(), method, options.seed()));
      }
      throw own;
    }
  }

  /**
   * Calls the method on one PE. A runtime is left to the end of the job where the method fails:
   * others may run.
   */
  private static void call(Method method, Object instance, GlobalAddressSpace space) {
    List<Class<?>> parameters = List.of(method.getParameterTypes());
    TaskRuntime runtime = parameters.contains(TaskRuntime.class) ? TaskRuntime.start(space) : null;
    ReflectionSupport.invokeMethod(
        method,
        instance,
        parameters.stream().map(type -> type == TaskRuntime.class ? runtime : space).toArray());
    if (runtime != null) {
      runtime.close();
    }
  }
}
