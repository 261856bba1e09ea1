package dev.muster.coordinator.suite.input;

import module java.base;
import dev.muster.common.script.ScriptFolder;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Nearest;

/** Determines what an {@code -i} is: a file, a folder, a glob, a reference, or a message. */
public final class InputResolver {

    private static final Pattern REFERENCE = Pattern.compile("([A-Za-z][\\w-]*):\\S*");
    private static final Pattern SPACE = Pattern.compile("\\s");
    /** Standard input; a file of that name is {@code ./-}. */
    private static final String STANDARD_INPUT = "-";
    /** Folders below the working folder, and files in them, that are searched for a similar name. */
    private static final int DEEPEST_HINT = 6;
    private static final int MOST_HINTS = 5_000;
    private static final int MOST_NAMED = 3;
    private static final String SAY = " (--say TEXT sends it as a message)";

    private final Path workingFolder;
    private final SuitePaths paths;
    private final boolean inCi;

    /** @param inCi whether a single word is never a message: in CI, a mistyped name would pass in every run */
    public InputResolver(Path workingFolder, SuitePaths paths, boolean inCi) {
        this.workingFolder = workingFolder;
        this.paths = paths;
        this.inCi = inCi;
    }

    public ResolvedInput resolve(String input) {
        if (input.isBlank()) {
            return new ResolvedInput.Wrong("an input must not be empty");
        }
        return STANDARD_INPUT.equals(input) ? new ResolvedInput.StandardInput()
                : existing(input).or(() -> oneCase(input))
                        .or(() -> GeneratorInput.of(input).map(InputResolver::generator)).or(() -> glob(input))
                        .or(() -> reference(input))
                        .or(() -> missing(input)).orElseGet(() -> new ResolvedInput.Message(input));
    }

    private Optional<ResolvedInput> existing(String input) {
        return path(input).filter(Files::exists).map(path -> Files.isDirectory(path)
                ? sorted(files(path, Integer.MAX_VALUE, Integer.MAX_VALUE), "this folder has no suites") : named(path));
    }

    /** Returns a case of the longest file name before a {@code #}; ids may have {@code #}, too. */
    private Optional<ResolvedInput> oneCase(String input) {
        for (int at = input.lastIndexOf('#'); at > 0; at = input.lastIndexOf('#', at - 1)) {
            var file = path(input.substring(0, at)).filter(Files::isRegularFile);
            if (file.isPresent()) {
                var found = named(file.get());
                var id = input.substring(at + 1);
                return Optional.of(found instanceof ResolvedInput.Wrong ? found
                        : id.isBlank() ? new ResolvedInput.Wrong("name the case behind the #")
                                : new ResolvedInput.OneCase(found, id));
            }
        }
        return Optional.empty();
    }

    private Optional<Path> path(String input) {
        try {
            return Optional.of(workingFolder.resolve(input).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private ResolvedInput named(Path path) {
        var file = paths.of(path, true);
        if (Files.isRegularFile(path) && ScriptFolder.isJavaScript(path)) {
            return new ResolvedInput.Tests(file);
        }
        if (!Files.isRegularFile(path) || SuitePaths.ENDINGS.stream().noneMatch(file::endsWith)) {
            return new ResolvedInput.Wrong(
                    "not a suite: give a file that ends in .jsonl, .json or .yaml, a script with "
                            + "tests, or a folder");
        }
        return new ResolvedInput.Suites(List.of(file), List.of());
    }

    private Optional<ResolvedInput> glob(String input) {
        boolean glob = input.indexOf('*') >= 0 && (isOneWord(input) || hasEnding(input));
        return glob
                ? Optional.of(matching(input))
                        .filter(found -> isOneWord(input) || found instanceof ResolvedInput.Suites)
                : Optional.empty();
    }

    private ResolvedInput matching(String input) {
        var glob = Glob.of(input);
        return path(glob.base()).map(base -> sorted(files(base, Integer.MAX_VALUE, Integer.MAX_VALUE).stream()
                .filter(file -> glob.matches(base.relativize(file))).toList(), "no suite matches"))
                .orElseGet(() -> new ResolvedInput.Wrong("this is not a path"));
    }

    private ResolvedInput sorted(List<Path> found, String none) {
        var files = new ArrayList<SuiteFile>();
        var passedOver = new ArrayList<SuiteFile>();
        for (var path : found) {
            var file = paths.of(path, false);
            var marks = DialectMarks.of(file);
            if (marks.isSuite() || marks.isNearSuite()) {
                files.add(file);
            } else if (marks == DialectMarks.NONE) {
                passedOver.add(file);
            }
        }
        return files.isEmpty()
                ? new ResolvedInput.Wrong(none + describe(passedOver, false).map(text -> "; " + text).orElse(""))
                : new ResolvedInput.Suites(files, passedOver);
    }

    /** Names files that are passed over, so that none goes untested in silence; empty when there is none. */
    public static Optional<String> describe(List<SuiteFile> passedOver, boolean all) {
        int most = all ? passedOver.size() : MOST_NAMED;
        return passedOver.isEmpty() ? Optional.empty()
                : Optional.of("skipped, because these are not suites: "
                        + passedOver.stream().limit(most).map(SuiteFile::shown).collect(Collectors.joining(", "))
                        + (passedOver.size() > most ? " and " + (passedOver.size() - most) + " more" : "")
                        + " (muster validate FILE says what one lacks)");
    }

    /** Returns a fault for each file that is passed over, except for those that are known to be something else. */
    public static List<Fault> faults(List<SuiteFile> passedOver) {
        return passedOver.stream().filter(file -> !OtherFile.is(file))
                .map(file -> new Fault(file.shown(), 1, 1, "this is not a suite, so it is skipped; muster validate "
                        + file.shown() + " says what it lacks, or move it out of the folder"))
                .toList();
    }

    private static Optional<ResolvedInput> reference(String input) {
        var reference = REFERENCE.matcher(input);
        if (!reference.matches()) {
            return Optional.empty();
        }
        return Optional.of(new ResolvedInput.Wrong("unknown kind of reference '" + reference.group(1) + ":'"
                + Nearest.hint(reference.group(1) + ":", List.of("agents:", "scripts:"),
                        "; use agents: or scripts:")));
    }

    private static ResolvedInput generator(GeneratorInput input) {
        if (input.use().id().isBlank()) {
            return new ResolvedInput.Wrong("name what generates the cases, as in agents:ID or scripts:ID");
        }
        try {
            return new ResolvedInput.Generator(input.use(), input.parameters());
        } catch (WrongQuery e) {
            return new ResolvedInput.Wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Refuses what means a file or a folder that is not there; what is left is a message. */
    private Optional<ResolvedInput> missing(String input) {
        boolean hasSeparator = isOneWord(input) && (input.contains("/") || input.contains("\\"));
        if (hasEnding(input) || hasSeparator) {
            return Optional.of(new ResolvedInput.Wrong(absent(input) + (isOneWord(input) ? "" : SAY)));
        }
        if (similar(input).isPresent()) {
            return Optional.of(new ResolvedInput.Wrong(absent(input) + SAY));
        }
        return inCi && isOneWord(input) ? Optional.of(new ResolvedInput.Wrong(
                absent(input) + ", and with CI set a single word is not a message" + SAY)) : Optional.empty();
    }

    /** Returns the sentence about a name of nothing, with what it may have meant. */
    public String absent(String input) {
        return (hasEnding(input) ? "file not found" : "no file or folder '" + input + "'") + hint(input);
    }

    private Optional<String> similar(String input) {
        return new SimilarNames(workingFolder).of(input);
    }

    /** Whether the input has an extension of a suite or a script, and so means a file, whatever else is in the name. */
    private static boolean hasEnding(String input) {
        var name = file(input).strip().toLowerCase(Locale.ROOT);
        return Stream.concat(SuitePaths.ENDINGS.stream(), ScriptFolder.JAVASCRIPT.stream())
                .anyMatch(name::endsWith);
    }

    /** Returns the input without the id of a case behind a {@code #}. */
    private static String file(String input) {
        int id = input.lastIndexOf('#');
        return id > 0 ? input.substring(0, id) : input;
    }

    private static boolean isOneWord(String input) {
        return !SPACE.matcher(input).find();
    }

    /** Suggests the file or the folder that a missing name may have meant. */
    private String hint(String input) {
        var files = files(workingFolder, DEEPEST_HINT, MOST_HINTS).stream()
                .map(file -> workingFolder.relativize(file).toString()).toList();
        var folders = files.stream().map(file -> Path.of(file).getParent()).filter(Objects::nonNull).map(Path::toString)
                .distinct().toList();
        var name = file(input).replaceFirst("^\\./", "").replaceFirst("[/\\\\]+$", "");
        return similar(input).or(() -> Nearest.of(name, files)).or(() -> sameName(name, files))
                .or(() -> Nearest.of(name, folders)).map(file -> "; did you mean " + file + "?")
                .orElseGet(() -> hasEnding(input) ? there() : "");
    }

    /** Names the suites that are there. */
    private String there() {
        var suites = suites();
        return suites.isEmpty() ? ""
                : "; there " + (suites.size() == 1 ? "is " : "are ")
                        + suites.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                        + (suites.size() > MOST_NAMED ? " and " + (suites.size() - MOST_NAMED) + " more" : "");
    }

    /** Returns the suites in and not too far below the working folder, relative to it. */
    public List<String> suites() {
        return files(workingFolder, DEEPEST_HINT, MOST_HINTS).stream()
                .map(path -> paths.of(path, false)).filter(file -> DialectMarks.of(file).isSuite())
                .map(SuiteFile::shown).toList();
    }

    private static Optional<String> sameName(String input, List<String> files) {
        var name = Path.of(input).getFileName();
        return files.stream().filter(file -> Path.of(file).getFileName().equals(name)).findFirst();
    }

    /** A path with {@code *} (within a name) and {@code **} (zero or more folders); nothing else is special. */
    private record Glob(String base, Pattern pattern) {

        private static final Pattern STAR = Pattern.compile("\\*\\*/|\\*\\*|\\*");

        /**
         * Returns the glob, with the folder before the first star as its base; that is empty for the working folder.
         */
        static Glob of(String glob) {
            var path = glob.replace('\\', '/');
            int end = path.lastIndexOf('/', path.indexOf('*')) + 1;
            return new Glob(path.substring(0, end), Pattern.compile(Stream.of(STAR
                    .splitWithDelimiters(path.substring(end), 0)).map(Glob::regex).collect(Collectors.joining()),
                    Pattern.DOTALL));
        }

        /** @param path relative to the base */
        boolean matches(Path path) {
            return pattern.matcher(path.toString().replace('\\', '/')).matches();
        }

        private static String regex(String part) {
            return switch (part) {
                case "*" -> "[^/]*";
                case "**" -> ".*";
                case "**/" -> "(?:.*/)?";
                default -> Pattern.quote(part);
            };
        }
    }

    /**
     * Returns the files below a folder, sorted by path, without hidden folders and third-party packages; empty when the
     * folder does not exist. Skips unreadable folders.
     */
    private static List<Path> files(Path start, int deepest, int most) {
        var found = new TreeSet<Path>();
        try {
            Files.walkFileTree(start, Set.of(), deepest, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    var name = String.valueOf(folder.getFileName());
                    boolean leftOut = name.startsWith(".") || name.equals("node_modules");
                    return leftOut && !folder.equals(start) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (Files.isRegularFile(file)) {
                        found.add(file);
                    }
                    return found.size() < most ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException trouble) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return List.of();
        }
        return List.copyOf(found);
    }
}
