/**
 * Marshalling of tasks, results and failures to bytes and back: a codec per record class, derived
 * once from its components by method handles, straight on the memory of a slot or cell.
 */
package org.temoto.task.marshal;
