/** Conversations: what is said to the target turn by turn, who says it, and what is judged of the answers. */
@NullMarked
package dev.muster.worker.conversation;

import org.jspecify.annotations.NullMarked;
