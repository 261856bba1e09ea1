/** Conversations: what is sent to the target turn by turn, who writes it, and how the answers are judged. */
@NullMarked
package dev.muster.worker.conversation;

import org.jspecify.annotations.NullMarked;
