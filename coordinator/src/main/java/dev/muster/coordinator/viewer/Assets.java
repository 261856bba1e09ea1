package dev.muster.coordinator.viewer;

import module java.base;

/** The files that make up a page; resources beside this class. */
public final class Assets {

    private static final List<String> STYLES = List.of("palette.css", "base.css", "list.css", "detail.css");
    private static final List<String> COMPARISON_STYLES = List.of("palette.css", "base.css", "comparison.css");
    private static final List<String> SCRIPTS = List.of("data.js", "list.js", "charts.js", "detail.js", "main.js");

    private Assets() {}

    public static String style() {
        return joined(STYLES);
    }

    public static String comparisonStyle() {
        return joined(COMPARISON_STYLES);
    }

    public static String script() {
        return Libraries.before(joined(SCRIPTS));
    }

    /** Returns the content security policy: loads nothing, and runs only the page's own script, never agent output. */
    public static String policy() {
        return policyWithoutScript() + "; script-src 'sha256-" + hash(script()) + "'";
    }

    public static String policyWithoutScript() {
        return "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    }

    public static String text(String name) {
        try (var stream = Assets.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the resource " + name + " can't be read", e);
        }
    }

    private static String joined(List<String> names) {
        return names.stream().map(Assets::text).collect(Collectors.joining("\n"));
    }

    private static String hash(String script) {
        try {
            return Base64.getEncoder().encodeToString(
                    MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
