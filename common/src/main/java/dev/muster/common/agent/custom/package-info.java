/** Agents that speak no fixed protocol: an HTTP or WebSocket interface of their own, a program, a function. */
@NullMarked
package dev.muster.common.agent.custom;

import org.jspecify.annotations.NullMarked;
