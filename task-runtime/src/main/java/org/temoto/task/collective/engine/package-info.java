/**
 * Engine of the collectives: dependency graphs of sends, receives and computations, progressed by
 * workers that have nothing else to do. The task runtime sees {@link
 * org.temoto.task.collective.engine.CollectiveRuntime} and how to wait; nothing here sees the task
 * runtime.
 */
package org.temoto.task.collective.engine;
