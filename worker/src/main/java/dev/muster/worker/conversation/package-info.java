/** Conversations: what is sent to the target turn by turn, and who writes it. */
@NullMarked
package dev.muster.worker.conversation;

import org.jspecify.annotations.NullMarked;
