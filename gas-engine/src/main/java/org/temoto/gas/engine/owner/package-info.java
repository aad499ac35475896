/** Managers and owners of pages: directory words, frames, migration. */
package org.temoto.gas.engine.owner;
