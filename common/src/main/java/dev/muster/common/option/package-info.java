/** The options sent to an agent beside the conversation, and references to agents and scripts in a suite. */
@NullMarked
package dev.muster.common.option;

import org.jspecify.annotations.NullMarked;
