package dev.muster.cli.discovery;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.json.Json;
import dev.muster.coordinator.report.Printable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * An agent for {@code muster.yaml}. It is a tree until it is written, so a text of a server is a value or a comment
 * there, and nothing else.
 *
 * @param remarks the comments above its members
 */
public record Draft(ObjectNode members, List<String> remarks) {

    /** The begin of the remark on another text of the answer. */
    public static final String OTHER = "or text: ";

    /** The begin of the remark on members of a body that may be too many. */
    static final String GUESSED = "It took one of the members of the body";

    private static final String BODY = "body";
    private static final int LONGEST_NAME = 200;
    /** An address whose first name may be that of an application. */
    private static final Pattern NAMED = Pattern.compile("[a-z]+://[^/?#]+/([a-z][a-z-]{1,30})/.+");
    private static final Set<String> COMMON = Set.of("api", "agent", "agents", "app", "apps", "assistants", "chat",
            "mcp", "openai", "public", "rest", "run", "runs", "service", "services", "threads");

    /** @param pairs the names and values that stand before the address */
    static Draft of(String url, String... pairs) {
        var members = Json.MAPPER.createObjectNode();
        for (int at = 0; at < pairs.length; at += 2) {
            members.put(pairs[at], pairs[at + 1]);
        }
        return new Draft(members.put("url", url), List.of());
    }

    /** Whether a server's text can be a name: it is short, controls nothing, and has nothing that Muster fills in. */
    static boolean isName(String text) {
        return !text.isBlank() && text.length() <= LONGEST_NAME && !text.contains("${")
                && text.codePoints().allMatch(c -> c != '\n' && Printable.isHarmless(c));
    }

    /** Returns the protocol by its name in the configuration. */
    public String protocol() {
        return members.path("protocol").stringValue("");
    }

    Draft with(String name, String value) {
        return with(name, StringNode.valueOf(value));
    }

    public Draft with(String name, JsonNode value) {
        return new Draft(members.deepCopy().set(name, value), remarks);
    }

    /** Returns what is sent; missing for a protocol with a body of its own. */
    public JsonNode body() {
        return members.path(BODY);
    }

    /** Returns the same with another body, without the remark on the members of the first. */
    Draft withBody(JsonNode body) {
        return new Draft(members.deepCopy().set(BODY, body),
                remarks.stream().filter(remark -> !remark.startsWith(GUESSED)).toList());
    }

    Draft remark(String remark) {
        return new Draft(members, Stream.concat(remarks.stream(), Stream.of(remark)).toList());
    }

    /** Returns the same with a member that a person has to change. */
    Draft guess(String name, JsonNode value) {
        return with(name, value).remark("change this: " + name);
    }

    /** Returns its id: the beginning of its path, {@code shop} of {@code /shop/chat}, or a name for any agent. */
    public String id() {
        var name = NAMED.matcher(members.path("url").asString(""));
        return name.matches() && !COMMON.contains(name.group(1)) ? name.group(1) : "agent";
    }

    /** Returns its lines below its id. */
    public String yaml() {
        var settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setSplitLines(false).build();
        return Stream.concat(remarks.stream().map(remark -> "# " + OneLine.ofMessage(Printable.line(remark))),
                new Dump(settings).dumpToString(Json.MAPPER.convertValue(members, Object.class)).lines())
                .map(line -> "    " + line + "\n").collect(Collectors.joining());
    }
}
