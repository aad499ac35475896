/** Traces as files, for viewers. */
package org.temoto.apps.trace;
