package dev.muster.cli.command;

import module java.base;

/** The browser of this machine. */
final class Browser {

    /**
     * Opens a link, if there is a screen. The link is a secret, so it goes through a file that no other user can read
     * and not through the arguments of a process.
     *
     * @param folder that no other user can read
     */
    static void open(String link, Path folder, Map<String, String> environment) throws IOException {
        var command = command(environment);
        if (command.isPresent()) {
            var page = Files.writeString(folder.resolve("open.html"),
                    "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url="
                            + link.replace("&", "&amp;").replace("\"", "&quot;") + "\">");
            new ProcessBuilder(Stream.concat(command.get().stream(), Stream.of(page.toString())).toList())
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        }
    }

    private static Optional<List<String>> command(Map<String, String> environment) {
        var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (system.contains("mac")) {
            return Optional.of(List.of("open"));
        }
        if (system.contains("windows")) {
            return Optional.of(List.of("rundll32", "url.dll,FileProtocolHandler"));
        }
        boolean hasScreen = Stream.of("DISPLAY", "WAYLAND_DISPLAY")
                .anyMatch(name -> environment.getOrDefault(name, "").length() > 0);
        return Stream.of(environment.getOrDefault("PATH", "").split(":")).map(each -> Path.of(each, "xdg-open"))
                .filter(each -> hasScreen && Files.isExecutable(each)).findFirst()
                .map(each -> List.of(each.toString()));
    }
}
