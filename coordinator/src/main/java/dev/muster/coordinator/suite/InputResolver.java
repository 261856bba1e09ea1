package dev.muster.coordinator.suite;

import dev.muster.common.option.Reference;
import dev.muster.common.script.ScriptFolder;
import dev.muster.coordinator.located.Nearest;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells what an {@code -i} is: a file, a folder, a glob, a reference, or a message. */
final class InputResolver {

    private static final Pattern GENERATOR = Pattern.compile("((?:agents|scripts):[\\w./-]+)(?:\\?(.*))?",
            Pattern.DOTALL);
    private static final Pattern REFERENCE = Pattern.compile("([A-Za-z][\\w-]*):\\S*");
    private static final Pattern SPACE = Pattern.compile("\\s");
    private static final Pattern ENDING = Pattern.compile("(?i).*\\.(jsonl|json|yaml|yml|ts|js)");

    private final Path workingFolder;
    private final SuitePaths paths;

    InputResolver(Path workingFolder, SuitePaths paths) {
        this.workingFolder = workingFolder;
        this.paths = paths;
    }

    Input resolve(String input) {
        return input.isBlank() ? new Input.Wrong("an input must not be empty")
                : existing(input).or(() -> glob(input)).or(() -> reference(input)).or(() -> missing(input))
                        .orElseGet(() -> new Input.Message(input));
    }

    private Optional<Input> existing(String input) {
        return path(input).filter(Files::exists).map(path -> Files.isDirectory(path) ? folder(path) : named(path));
    }

    private Optional<Path> path(String input) {
        try {
            return Optional.of(workingFolder.resolve(input).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private Input named(Path path) {
        var file = paths.of(path, true);
        if (Files.isRegularFile(path) && ScriptFolder.isJavaScript(path)) {
            return new Input.Tests(file);
        }
        if (!Files.isRegularFile(path) || !file.endsWith(SuitePaths.ENDINGS)) {
            return new Input.Wrong("this is no suite: give a file that ends in .jsonl, .json or .yaml, a script with "
                    + "tests, or a folder");
        }
        return new Input.Suites(List.of(file), List.of());
    }

    private Input folder(Path folder) {
        return sorted(new FolderWalk(folder).files(), "there is no suite in this folder");
    }

    private Optional<Input> glob(String input) {
        boolean glob = input.indexOf('*') >= 0 && (isOneWord(input) || ENDING.matcher(input).matches());
        return glob ? Optional.of(matching(input)).filter(found -> isOneWord(input) || found instanceof Input.Suites)
                : Optional.empty();
    }

    private Input matching(String input) {
        var glob = new Glob(input);
        return path(glob.base()).map(base -> sorted(new FolderWalk(base).files().stream()
                .filter(file -> glob.matches(base.relativize(file))).toList(), "no suite matches"))
                .orElseGet(() -> new Input.Wrong("this is no path"));
    }

    private Input sorted(List<Path> found, String none) {
        var files = new ArrayList<SuiteFile>();
        var passedOver = new ArrayList<Path>();
        for (var path : found) {
            var file = paths.of(path, false);
            if (Marks.of(file).isSuite()) {
                files.add(file);
            } else {
                passedOver.add(path);
            }
        }
        return files.isEmpty() ? new Input.Wrong(none + passed(passedOver)) : new Input.Suites(files, passedOver);
    }

    private static String passed(List<Path> passedOver) {
        return passedOver.isEmpty() ? "" : " (" + passedOver.size() + " other files passed over)";
    }

    private static Optional<Input> reference(String input) {
        var generator = GENERATOR.matcher(input);
        if (generator.matches()) {
            return Optional.of(generator(Reference.of(generator.group(1)), generator.group(2)));
        }
        var reference = REFERENCE.matcher(input);
        if (!reference.matches()) {
            return Optional.empty();
        }
        var hint = Nearest.hint(reference.group(1) + ":", List.of("agents:", "scripts:"));
        return Optional.of(new Input.Wrong("unknown kind of reference '" + reference.group(1) + ":'"
                + (hint.isEmpty() ? "; there are agents: and scripts:" : hint)));
    }

    private static Input generator(Reference use, @Nullable String query) {
        try {
            return new Input.Generator(use, Query.read(query == null ? "" : query));
        } catch (Query.WrongQuery e) {
            return new Input.Wrong(String.valueOf(e.getMessage()));
        }
    }

    private Optional<Input> missing(String input) {
        boolean looksLikePath = isOneWord(input)
                && (input.contains("/") || input.contains("\\") || ENDING.matcher(input).matches());
        return looksLikePath ? Optional.of(new Input.Wrong("there is no such file"
                + new NearFiles(workingFolder).hint(input))) : Optional.empty();
    }

    private static boolean isOneWord(String input) {
        return !SPACE.matcher(input).find();
    }
}
