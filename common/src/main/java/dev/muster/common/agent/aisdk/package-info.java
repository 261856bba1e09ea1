/** The AI SDK's stream of UI messages, read and sent. */
@NullMarked
package dev.muster.common.agent.aisdk;

import org.jspecify.annotations.NullMarked;
