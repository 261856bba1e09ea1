package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Collects the JavaScript and Python of a configuration, and writes the files that run it. */
final class GeneratedScripts {

    /** What promptfoo's process has, and the sandbox of scripts has not. */
    private static final List<String> MISSING = List.of("require", "process", "fetch", "import", "Buffer", "setTimeout",
            "XMLHttpRequest");
    /** What promptfoo's {@code context} has, and Muster does not give. */
    private static final List<String> NO_CONTEXT = List.of("providerResponse", "logProbs", "context.provider",
            "context.trace");

    private final Sources sources;
    private final Map<String, byte[]> files;
    private final Map<String, String> functions = new LinkedHashMap<>();
    private final StringBuilder javascript = new StringBuilder();
    private final StringBuilder imports = new StringBuilder();
    private final StringBuilder python = new StringBuilder();

    GeneratedScripts(Sources sources, Map<String, byte[]> files) {
        this.sources = sources;
        this.files = files;
    }

    /** Returns the name of a function with this body, or of a file; the same code is written once. */
    String javascript(String code, String parameters, Located at) throws CannotCarry {
        var known = functions.get(parameters + code);
        if (known != null) {
            return known;
        }
        var file = Sources.fileName(code);
        var name = (parameters.startsWith("output, context") ? "check" : "transform") + (functions.size() + 1);
        if (file == null) {
            refuse(code);
            javascript.append("  // ").append(at.file()).append(':').append(at.node().at().line()).append("\n  ")
                    .append(name).append(": (").append(parameters).append(") => {\n").append(body(code))
                    .append("\n  },\n");
        } else {
            importFile(file, name);
        }
        functions.put(parameters + code, name);
        return name;
    }

    private static String body(String code) {
        var text = code.stripTrailing();
        if (text.indexOf('\n') >= 0) {
            return text;
        }
        text = text.strip();
        while (text.endsWith(";")) {
            text = text.substring(0, text.length() - 1).stripTrailing();
        }
        if (List.of("const ", "let ", "var ").stream().noneMatch(text::startsWith)) {
            return "return " + text + ";";
        }
        int last = text.lastIndexOf(';');
        return last < 0 ? text + ";" : text.substring(0, last + 1) + " return " + text.substring(last + 1) + ";";
    }

    private void importFile(String written, String name) throws CannotCarry {
        int colon = written.lastIndexOf(':');
        var file = colon < 0 ? written : written.substring(0, colon);
        var text = sources.text(file);
        boolean module = text.contains("export ");
        refuse(module ? text.replace("import.meta", "") : text);
        var copy = "scripts/" + name + (file.endsWith(".ts") ? ".ts" : ".js");
        files.put(copy, (module ? text : "const module = { exports: {} };\nlet exports = module.exports;\n" + text
                + "\nexport default module.exports;\n").getBytes(StandardCharsets.UTF_8));
        var from = " from \"./" + name + (file.endsWith(".ts") ? ".ts" : ".js") + "\";\n";
        imports.append("import ")
                .append(module && colon >= 0 ? "{ " + written.substring(colon + 1) + " as " + name + " }"
                        : name)
                .append(from);
        javascript.append("  ").append(name).append(module || colon < 0 ? "" : ": " + name + "."
                + written.substring(colon + 1)).append(",\n");
    }

    private static void refuse(String code) throws CannotCarry {
        var plain = withoutTexts(code);
        for (var name : MISSING) {
            if (hasWord(plain, name)) {
                throw new CannotCarry(
                        "JavaScript that uses '" + name + "' is not carried over: scripts have no modules,"
                                + " no network and no files; write a program in scripts/ (docs/scripts.md)");
            }
        }
        for (var name : NO_CONTEXT) {
            if (plain.contains(name)) {
                throw new CannotCarry("JavaScript that uses '" + name + "' is not carried over");
            }
        }
    }

    private static boolean hasWord(String code, String word) {
        for (int at = code.indexOf(word); at >= 0; at = code.indexOf(word, at + 1)) {
            int end = at + word.length();
            boolean starts = at == 0
                    || code.charAt(at - 1) != '.' && !Character.isJavaIdentifierPart(code.charAt(at - 1));
            if (starts && (end == code.length() || !Character.isJavaIdentifierPart(code.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    /** Returns code without its string literals and comments. */
    private static String withoutTexts(String code) {
        var plain = new StringBuilder();
        for (int at = 0; at < code.length(); at++) {
            char c = code.charAt(at);
            int end = code.startsWith("//", at) ? code.indexOf('\n', at)
                    : code.startsWith("/*", at) ? code.indexOf("*/", at) + 1
                            : c == '"' || c == '\'' ? closing(code, at) : at;
            plain.append(end == at ? c : ' ');
            at = end < at ? code.length() : end;
        }
        return plain.toString();
    }

    private static int closing(String code, int open) {
        int at = open + 1;
        while (at < code.length() && code.charAt(at) != code.charAt(open)) {
            at += code.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }

    /** Returns the name of a Python function with this code, or of a file. */
    String python(String code) throws CannotCarry {
        var known = functions.get("python " + code);
        if (known != null) {
            return known;
        }
        var name = "check" + (functions.size() + 1);
        var file = Sources.fileName(code);
        python.append("\n\n");
        if (file == null) {
            var lines = code.stripTrailing().indexOf('\n') < 0 ? List.of("return " + code.strip())
                    : code.stripTrailing().lines().toList();
            python.append("def ").append(name).append("(output, context):\n");
            lines.forEach(line -> python.append("    ").append(line).append('\n'));
        } else {
            int colon = file.lastIndexOf(':');
            var module = "scripts/" + name + "_of_file.py";
            files.put(module, sources.bytes(colon < 0 ? file : file.substring(0, colon)));
            python.append(name).append(" = of_file(\"").append(name).append("_of_file.py\", \"")
                    .append(colon < 0 ? "get_assert" : file.substring(colon + 1)).append("\")\n");
        }
        functions.put("python " + code, name);
        return name;
    }

    /** Adds the files, and the names of those that are programs. */
    void write(Set<String> programs) {
        if (!javascript.isEmpty() || functions.containsKey("")) {
            put("scripts/checks.js", "import { judge } from \"./promptfoo.js\";\n" + imports
                    + "\nconst functions = {\n" + javascript + "};\n\n"
                    + "export default (output, input, value, context) => judge(functions, output, input, value, context);\n");
            put("scripts/promptfoo.js", resource("promptfoo.js"));
        }
        if (!python.isEmpty()) {
            put("scripts/python_checks.py", resource("checks.py").replace("# functions\n", python.toString().strip()
                    + "\n"));
            programs.add("scripts/python_checks.py");
        }
    }

    /** Makes sure that the script is there for what needs no function. */
    void needed() {
        functions.put("", "");
    }

    void put(String name, String text) {
        files.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    static String resource(String name) {
        try (@Nullable
        InputStream file = GeneratedScripts.class.getResourceAsStream("/import/promptfoo/" + name)) {
            return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
