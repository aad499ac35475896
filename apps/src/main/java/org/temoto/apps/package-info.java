/** The applications of Temoto and what they share; each application has a package of its own. */
package org.temoto.apps;
