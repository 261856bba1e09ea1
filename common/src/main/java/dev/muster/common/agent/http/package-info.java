/** HTTP under the agent protocols: one call, bounded in time and size, and the failure that each error becomes. */
@NullMarked
package dev.muster.common.agent.http;

import org.jspecify.annotations.NullMarked;
