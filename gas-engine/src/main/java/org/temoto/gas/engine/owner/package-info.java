/** Who manages and who owns a page: directory words, frames, migration. */
package org.temoto.gas.engine.owner;
