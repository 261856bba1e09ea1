package dev.muster.common.script;

import module java.base;

/** The target of a reference, and its folder. */
public record LocatedScript(ScriptFolder folder, Found found) {}
