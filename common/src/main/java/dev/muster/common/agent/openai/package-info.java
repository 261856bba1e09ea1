/** OpenAI-compatible chat completions: messages out, a streamed (or plain) completion in. */
@NullMarked
package dev.muster.common.agent.openai;

import org.jspecify.annotations.NullMarked;
