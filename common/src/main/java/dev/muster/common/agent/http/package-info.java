/** HTTP under the agent protocols: one call, bounded in time and size, and what becomes of each way to fail. */
@NullMarked
package dev.muster.common.agent.http;

import org.jspecify.annotations.NullMarked;
