/** Files in which workers record what they do, and reading of them. */
package org.temoto.task.trace.file;
