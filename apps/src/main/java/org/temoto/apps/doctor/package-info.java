/** What {@code temoto doctor} looks at: JVM, machine, backends. */
package org.temoto.apps.doctor;
