package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.config.ProjectLinks;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Faults;
import org.jspecify.annotations.Nullable;

/** Finds and reads the project's configuration. Resolves nothing: secrets remain names. */
public final class ProjectReader {

    private static final List<String> NAMES = List.of("muster.yaml", "aguitest.config.yaml");
    private static final long LARGEST = 4 << 20;

    private final Path workingFolder;
    private final UserConfig mine;
    private List<String> inputs = List.of();

    public ProjectReader(Path workingFolder) {
        this(workingFolder, UserConfig.NONE);
    }

    /** @param mine says whose files are used without being named */
    public ProjectReader(Path workingFolder, UserConfig mine) {
        this.workingFolder = workingFolder.toAbsolutePath().normalize();
        this.mine = mine;
    }

    /** Where there is none from the working folder upwards, looks beside these inputs, too. */
    public ProjectReader beside(List<String> files) {
        inputs = List.copyOf(files);
        return this;
    }

    /** Whether a file has the name of a configuration. */
    public static boolean isCalledConfiguration(Path file) {
        return file.getFileName() != null && NAMES.contains(file.getFileName().toString());
    }

    /**
     * @param config the file given by the user; null searches from the working folder upwards, then beside the inputs
     */
    public Project read(@Nullable Path config) {
        if (config != null) {
            return readFile(workingFolder.resolve(config).normalize());
        }
        var found = nearest(workingFolder).or(this::besideInputs);
        var distrust = found.flatMap(mine::distrust);
        if (distrust.isPresent()) {
            return unreadable(shown(found.orElseThrow()), workingFolder, distrust.get()
                    + ", or name the file with --config");
        }
        var project = found.map(file -> readFile(file.normalize()))
                .orElseGet(() -> new Project(empty(workingFolder, null), List.of(), List.of(), Map.of()));
        var scripts = project.config().root().resolve(project.config().scripts());
        var faults = new ArrayList<>(mine.faults());
        faults.addAll(project.faults());
        if (Files.exists(scripts)) {
            mine.distrust(scripts).ifPresent(why -> faults.add(new Fault(shown(scripts), 0, 0, why)));
        }
        return new Project(project.config(), faults, project.warnings(), project.ofHooks());
    }

    private Project readFile(Path file) {
        var shown = shown(file);
        var root = Optional.ofNullable(file.getParent()).orElse(workingFolder);
        try {
            var outside = ProjectLinks.outside(root, file);
            if (outside.isPresent()) {
                return unreadable(shown, root, "this is a link out of the project, to " + outside.get()
                        + "; name that file with --config");
            }
            if (Files.size(file) > LARGEST) {
                return unreadable(shown, root, "a configuration has at most 4 MiB");
            }
            var faults = new ArrayList<Fault>();
            var warnings = new ArrayList<Fault>();
            var reader = new ConfigReader(root, new Faults(shown, faults::add, warnings::add));
            var config = reader.read(Files.readString(file));
            return new Project(config, faults, warnings, reader.ofHooks());
        } catch (CharacterCodingException e) {
            return unreadable(shown, root, "this is not UTF-8; save the file as UTF-8");
        } catch (IOException e) {
            return unreadable(shown, root, Files.exists(file) ? "this file cannot be read" : "file not found");
        }
    }

    private static Project unreadable(String shown, Path root, String why) {
        return new Project(empty(root, shown), List.of(new Fault(shown, 0, 0, why)), List.of(), Map.of());
    }

    private static ProjectConfig empty(Path root, @Nullable String file) {
        return ProjectConfig.of(root, file, ProjectConfig.Targets.NONE, ProjectConfig.Defaults.NONE);
    }

    private String shown(Path file) {
        return workingFolder.getNameCount() > 0
                && Optional.ofNullable(workingFolder.getRoot()).equals(Optional.ofNullable(file.getRoot()))
                        ? workingFolder.relativize(file).toString() : file.toString();
    }

    /** Returns an unmodifiable map in file order. */
    static <V> Map<String, V> kept(Map<String, V> values) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns the file of all inputs, if they have one and the same. */
    private Optional<Path> besideInputs() {
        var found = inputs.stream().map(input -> input.replaceFirst("#.*", "")).flatMap(this::folder)
                .map(ProjectReader::nearest).distinct().toList();
        return found.size() == 1 ? found.getFirst() : Optional.empty();
    }

    private Stream<Path> folder(String input) {
        try {
            var path = workingFolder.resolve(input).normalize();
            return Files.isDirectory(path) ? Stream.of(path)
                    : Files.exists(path) ? Stream.ofNullable(path.getParent()) : Stream.empty();
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    /** Returns the file in a folder, or in the nearest parent that has one. */
    public static Optional<Path> nearest(Path from) {
        for (var folder = from; folder != null; folder = folder.getParent()) {
            for (var name : NAMES) {
                var file = folder.resolve(name);
                if (Files.isRegularFile(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }
}
