package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.coordinator.suite.source.Node;

/** The assertions to judge after each turn, in addition to its own. */
@FunctionalInterface
interface TurnJudging {
    List<Assertion> after(List<Node> turnOracles, Outcomes own);
}
