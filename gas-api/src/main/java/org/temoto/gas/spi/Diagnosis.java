package org.temoto.gas.spi;

/**
 * Finding for {@code doctor} on one thing that a backend needs of the process that it is in.
 *
 * @param name what
 * @param ok whether it is as it has to be
 * @param found what is there, and what it is good for
 * @param mend what goes wrong and what to do about it, if it is not as it has to be
 */
public record Diagnosis(String name, boolean ok, String found, String mend) {}
