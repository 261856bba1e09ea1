package dev.muster.cli.up;

import module java.base;

/** The broker. */
public record UpBroker(String address, long pid) {}
