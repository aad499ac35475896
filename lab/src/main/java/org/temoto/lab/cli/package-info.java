/**
 * The commands of the laboratory: simulate, evaluate and fuzz, and a program that evaluate runs.
 */
package org.temoto.lab.cli;
