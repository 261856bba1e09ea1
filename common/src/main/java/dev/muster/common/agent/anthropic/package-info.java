/** Anthropic's Messages: messages out, a streamed (or plain) message in. */
@NullMarked
package dev.muster.common.agent.anthropic;

import org.jspecify.annotations.NullMarked;
