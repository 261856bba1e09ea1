package dev.muster.coordinator.pages.assets;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Puts the libraries of {@code vendor} before scripts, each in a scope of its own and under the name of its file. */
public final class Libraries {

    private static final Pattern NAMED = Pattern.compile("(?m)^// Libraries: (.+)$");
    private static final Pattern IMPORT = Pattern.compile("import\\{([^}]+)}from\"(\\w+)\";");
    private static final Pattern COPYRIGHT = Pattern
            .compile("(?m)^ *(Copyright [^\\[].*)|@license.*?(\\(c\\)[^|]*) [|]");
    private static final Pattern EXPORT = Pattern.compile("export\\{([^}]+)};");

    private Libraries() {}

    /** Returns scripts behind what their lines such as {@code // Libraries: Diff, htm} name, and what that imports. */
    public static String before(String scripts) {
        var scopes = new LinkedHashMap<String, String>();
        NAMED.matcher(scripts).results().flatMap(line -> Stream.of(line.group(1).split(", ")))
                .forEach(name -> add(name, scopes));
        return String.join("", scopes.values()) + scripts;
    }

    /** Returns a line each: the library, its version, its licence and who has its copyright. */
    public static String notices() {
        return JsonMapper.shared().readTree(Assets.text("vendor/vendor.cdx.json")).findParents("purl").stream()
                .map(library -> library.path("name").asString() + " " + library.path("version").asString() + ", "
                        + library.at("/licenses/0/license/id").asString() + ", " + copyright(library))
                .collect(Collectors.joining("\n"));
    }

    private static String copyright(JsonNode library) {
        return library.path("components").valueStream().map(part -> part.path("name").asString())
                .filter(name -> name.endsWith(".txt") || name.endsWith(".js"))
                .map(name -> "vendor/" + name).filter(name -> Libraries.class.getResource(name) != null)
                .flatMap(name -> COPYRIGHT.matcher(Assets.text(name)).results())
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1)).findFirst().orElse("");
    }

    private static void add(String name, Map<String, String> scopes) {
        var text = Assets.text("vendor/" + name + ".js");
        IMPORT.matcher(text).results().forEach(each -> add(each.group(2), scopes));
        scopes.putIfAbsent(name, "const " + name
                + " = (() => { \"use strict\"; const module = {exports: {}}, exports = module.exports;\n"
                + inScope(text) + "\nreturn " + (text.contains("var " + name + "=") ? name : "module.exports")
                + "; })();\n");
    }

    /** Writes imports and exports as a scope has them; leaves out the source map, which no page has. */
    private static String inScope(String text) {
        var imported = IMPORT.matcher(text).replaceAll(each -> Matcher.quoteReplacement(
                "const{" + each.group(1).replace(" as ", ":") + "}=" + each.group(2) + ";"));
        var exported = EXPORT.matcher(imported).replaceAll(each -> Matcher.quoteReplacement(
                "Object.assign(exports,{" + each.group(1).replaceAll("([\\w$]+) as (\\w+)", "$2:$1") + "});"));
        // "<!--" in a script would have its end looked for elsewhere
        return exported.replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip().replace("<!--", "\\x3C!--");
    }
}
