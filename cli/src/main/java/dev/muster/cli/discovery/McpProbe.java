package dev.muster.cli.discovery;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Finds an MCP server where the path names it. */
final class McpProbe implements ProtocolProbe {

    @Override
    public @Nullable FoundAgent probe(Site site) throws NotFound, InterruptedException {
        return site.address().path().toLowerCase(Locale.ROOT).contains("mcp") ? tools(site, site.url()) : null;
    }

    /** Asks for the tools; returns null when it is no MCP server. */
    static @Nullable FoundAgent tools(Site site, String url) throws NotFound, InterruptedException {
        var server = new McpServer(site.peek(), url);
        var tools = server.tools();
        var agent = Draft.of(url, "protocol", "mcp");
        if (tools == null) {
            if (server.last().status() == 401 || server.last().status() == 403) {
                site.refusals().refuse(server.last(), url, agent);
            }
            return null;
        }
        if (tools.isEmpty()) {
            throw new NotFound("the MCP server at " + url + " has no tools", agent);
        }
        return new FoundAgent("an MCP server with " + tools.size() + (tools.size() == 1 ? " tool" : " tools"), agent,
                String.join("\n", tools), FoundAgent.ITSELF);
    }

    /** The first transport of MCP answers a GET with a stream whose first event names another address. */
    static void refuseOldTransport(Site site) throws NotFound, InterruptedException {
        var answer = site.peek().events(site.url());
        if (answer != null && answer.isGood() && answer.body().contains("event: endpoint")) {
            throw new NotFound("this is an MCP server with the HTTP+SSE transport of 2024-11-05, which Muster does not"
                    + " speak; give the address of its Streamable HTTP transport (often /mcp), or start the server as a"
                    + " program: protocol: mcp with 'command'");
        }
    }
}
