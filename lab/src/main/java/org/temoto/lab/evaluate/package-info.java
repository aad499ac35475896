/**
 * The figures of the papers that Temoto goes back to, drawn again: which runs they are made of, and
 * what these come to beside what the papers report.
 */
package org.temoto.lab.evaluate;
