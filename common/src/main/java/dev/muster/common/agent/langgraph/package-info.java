/** LangGraph's threads and runs, through the mapping of an agent. */
@NullMarked
package dev.muster.common.agent.langgraph;

import org.jspecify.annotations.NullMarked;
