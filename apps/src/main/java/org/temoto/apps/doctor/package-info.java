/** Checks of {@code temoto doctor}: JVM, machine, backends. */
package org.temoto.apps.doctor;
