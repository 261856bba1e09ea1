package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import dev.muster.coordinator.suite.source.Position;

/** An oracle that outcomes imply without naming it. */
record ImpliedOracle(OracleKind kind, Map<String, String> config, Position at) {}
