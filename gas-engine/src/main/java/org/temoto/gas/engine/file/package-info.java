/** Files of global memories: how they come into being whole, and what a checkpoint's look like. */
package org.temoto.gas.engine.file;
