package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.YamlText;
import org.jspecify.annotations.Nullable;

/**
 * What a user's own configuration says, {@code ~/.config/muster/config.yaml}. No project can change it.
 *
 * @param commands whether local runs may run hooks and programs
 * @param trustedFolders whose files are used, whatever their owner, with all below them
 * @param database where runs on this machine are kept; null for the embedded one
 * @param owners tells owners of files
 */
public record UserConfig(Path file, boolean commands, List<Path> trustedFolders, @Nullable String database,
        Owners owners, List<Fault> faults) {

    /** The configuration of a user who has none. */
    public static final UserConfig NONE = new UserConfig(Path.of("~/.config/muster/config.yaml"), true, List.of(), null,
            Owners.SYSTEM, List.of());

    /** Reads the file below {@code $XDG_CONFIG_HOME} or {@code ~/.config}, if there is one. */
    public static UserConfig read(Map<String, String> environment) {
        var named = environment.getOrDefault("XDG_CONFIG_HOME", "");
        var folder = named.isBlank() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(named);
        var file = folder.resolve("muster").resolve("config.yaml");
        try {
            return Files.exists(file) ? read(file, Files.readString(file))
                    : new UserConfig(file, true, List.of(), null, Owners.SYSTEM, List.of());
        } catch (IOException e) {
            return new UserConfig(file, false, List.of(), null, Owners.SYSTEM,
                    List.of(new Fault(file.toString(), 0, 0, "this file cannot be read")));
        }
    }

    private static UserConfig read(Path file, String text) {
        var found = new ArrayList<Fault>();
        var faults = new Faults(file.toString(), found::add);
        var documents = YamlText.read(text, faults);
        var trusted = new ArrayList<Path>();
        boolean commands = true;
        String database = null;
        var fields = documents.isEmpty() || documents.getFirst().isNull() ? null
                : Fields.of(documents.getFirst(), "a configuration", faults);
        if (fields != null) {
            commands = !Boolean.FALSE.equals(fields.flag("commands"));
            database = fields.text("database");
            for (var each : fields.texts("trusted_folders")) {
                var folder = Path
                        .of(each.startsWith("~/") ? System.getProperty("user.home") + each.substring(1) : each);
                if (folder.isAbsolute()) {
                    trusted.add(folder.normalize());
                } else {
                    fields.fault("trusted_folders", "'" + each + "' is not an absolute path; start it with / or ~/");
                }
            }
            fields.done();
        }
        faults.flush();
        return new UserConfig(file, commands && found.isEmpty(), trusted, database, Owners.SYSTEM, found);
    }

    /** Returns why a file that was found must not be used; empty where it may. */
    Optional<String> distrust(Path found) {
        if (trustedFolders.stream().anyMatch(found::startsWith)) {
            return Optional.empty();
        }
        try {
            for (var each : List.of(found, found.toAbsolutePath().resolveSibling(""), found.toRealPath())) {
                var stranger = owners.stranger(each);
                if (stranger.isPresent()) {
                    return Optional.of((each.equals(found) ? "this belongs" : each + " belongs") + " to the user "
                            + stranger.get() + ", and was found, not named; if you trust it, add its folder to "
                            + "'trusted_folders' in " + file);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // what can't be looked at can't be read either, which its reader says
        }
    }
}
