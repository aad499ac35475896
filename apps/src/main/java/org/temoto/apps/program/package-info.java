/** Programs of users, which commands run as they run Temoto's own. */
package org.temoto.apps.program;
