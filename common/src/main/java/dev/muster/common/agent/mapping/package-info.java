/** Agents with an HTTP or WebSocket interface of their own, described by a mapping. */
@NullMarked
package dev.muster.common.agent.mapping;

import org.jspecify.annotations.NullMarked;
