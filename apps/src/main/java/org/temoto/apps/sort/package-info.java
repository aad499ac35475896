/** A job that sorts: where keys come from, and whether they are sorted then. */
package org.temoto.apps.sort;
