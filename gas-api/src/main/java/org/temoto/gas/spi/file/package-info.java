/** Files as the engine and the applications write them. */
package org.temoto.gas.spi.file;
