package dev.muster.coordinator.pages.assets;

import module java.base;

/** The files that make up a page; resources beside this class. */
public final class Assets {

    private static final List<String> PAGE_STYLES = List.of("palette.css", "base.css", "pages.css", "run.css",
            "case.css",
            "compare.css");
    /** In this order: the frame uses the pages, and these what is before them. */
    private static final List<String> PAGES = List.of("app", "file", "parts", "text", "runs", "home", "list", "charts",
            "run", "case",
            "plots", "compare", "history", "trends", "flaky", "fleet", "main");
    private static final String PAGE_SCRIPT = Libraries
            .before(joined(PAGES.stream().map(name -> "app/" + name + ".js").toList()));
    private static final String PAGE = text("page.html").replace("{{libraries}}", Libraries.notices())
            .replace("{{style}}", joined(PAGE_STYLES)).replace("{{script}}",
                    PAGE_SCRIPT);
    /** The page in pieces: between them come its policy, its title, what is there without scripts, and its data. */
    private static final List<String> PIECES = pieces("{{policy}}", "{{title}}", "{{summary}}", "{{data}}",
            "{{blocks}}");

    private Assets() {}

    /** Returns the page that reads its data from the server that it came from. */
    public static String page() {
        return around("", "Muster", "", "") + end();
    }

    /**
     * Returns the page of a file up to its blocks, which are below its script, so that the head shows before they are
     * read.
     *
     * @param title escaped
     * @param summary markup for those without scripts
     * @param data elements that the script reads at once
     */
    public static String around(String title, String summary, String data) {
        return around(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policyWithoutScript() + "; " + scripts()
                        + "; img-src data:\">\n",
                title, summary, data);
    }

    private static String around(String policy, String title, String summary, String data) {
        return PIECES.get(0) + policy + PIECES.get(1) + title + PIECES.get(2) + summary + PIECES.get(3) + data
                + PIECES.get(4);
    }

    /** Returns what is below the blocks of a file. */
    public static String end() {
        return PIECES.getLast();
    }

    private static List<String> pieces(String... places) {
        var pieces = new ArrayList<String>();
        var rest = PAGE;
        for (var place : places) {
            int at = rest.indexOf(place);
            pieces.add(rest.substring(0, at));
            rest = rest.substring(at + place.length());
        }
        pieces.add(rest);
        return List.copyOf(pieces);
    }

    public static String pagePolicy() {
        return policyWithoutScript() + "; " + scripts() + "; connect-src 'self'; img-src data:";
    }

    /** Allows the page's own script, never agents' output. */
    private static String scripts() {
        return "script-src 'sha256-" + hash(PAGE_SCRIPT) + "'";
    }

    private static String policyWithoutScript() {
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
