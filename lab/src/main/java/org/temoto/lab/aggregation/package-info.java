/**
 * Benchmark of what aggregation is worth: four programs, whose tasks bring data to hand in four
 * ways.
 */
package org.temoto.lab.aggregation;
