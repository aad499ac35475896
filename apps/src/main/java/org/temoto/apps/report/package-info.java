/** Reports of what a run measured, for scripts and for people. */
package org.temoto.apps.report;
