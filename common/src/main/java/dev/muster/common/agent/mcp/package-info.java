/** MCP servers under test, in both eras of the protocol, over HTTP and through programs. */
@NullMarked
package dev.muster.common.agent.mcp;

import org.jspecify.annotations.NullMarked;
