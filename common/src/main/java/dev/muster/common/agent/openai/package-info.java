/** OpenAI-compatible chat completions, and the Responses API: messages out, a streamed (or plain) answer in. */
@NullMarked
package dev.muster.common.agent.openai;

import org.jspecify.annotations.NullMarked;
