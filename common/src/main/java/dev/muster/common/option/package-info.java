/** What an agent is told beside the conversation, and how one agent or script is named by a suite. */
@NullMarked
package dev.muster.common.option;

import org.jspecify.annotations.NullMarked;
