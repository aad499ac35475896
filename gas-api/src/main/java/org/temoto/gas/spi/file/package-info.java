/** Files as engine, task runtime and applications write them. */
package org.temoto.gas.spi.file;
