/**
 * Files that applications read and write: NumPy's {@code .npy}, in parallel and whole or not at
 * all.
 */
package org.temoto.apps.io;
