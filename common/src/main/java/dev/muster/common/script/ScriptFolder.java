package dev.muster.common.script;

import module java.base;
import dev.muster.common.script.host.SourceFolder;

/**
 * Finds functions in a scripts folder: {@code a.b.c} is the longest path of an existing file, with any extension, and
 * the rest names the function.
 *
 * @param folder may be missing
 */
public record ScriptFolder(Path folder) {

    /** The function of a reference that names none. */
    public static final String DEFAULT = "default";

    /** The extensions of files that the script host runs. */
    public static final List<String> JAVASCRIPT = List.of(".js", ".mjs", ".ts", ".mts");

    public static String bare(String reference) {
        return reference.startsWith("scripts:") ? reference.substring("scripts:".length()) : reference;
    }

    Optional<Found> lookup(String name) throws ScriptFailed {
        var words = List.of(name.split("\\.", -1));
        if (words.stream().anyMatch(ScriptFolder::isNoName)) {
            throw new ScriptFailed(
                    "'scripts:" + name + "' is not a reference: write scripts:FILE.FUNCTION, with dots for "
                            + "folders");
        }
        for (int n = words.size(); n > 0; n--) {
            var files = files(words.subList(0, n));
            if (!files.isEmpty()) {
                return Optional.of(found(runnable(name, files), function(words.subList(n, words.size()))));
            }
        }
        return Optional.empty();
    }

    /** Returns the folder's name for messages; a common name is shown with its parent. */
    String shown() {
        var name = String.valueOf(folder.getFileName());
        return name.equals("src") && folder.getParent() != null ? folder.getParent().getFileName() + "/" + name : name;
    }

    private Found found(Path file, String function) {
        return isJavaScript(file) ? new Found.Module(folder.relativize(file).toString().replace('\\', '/'), function)
                : new Found.Program(file, function);
    }

    private static boolean isNoName(String word) {
        return word.isEmpty() || word.indexOf('/') >= 0 || word.indexOf('\\') >= 0 || word.indexOf('\0') >= 0;
    }

    private static String function(List<String> words) {
        return words.isEmpty() ? DEFAULT : String.join(".", words);
    }

    /** Returns the files of that name, with any extension. */
    private List<Path> files(List<String> words) throws ScriptFailed {
        var parent = folder;
        for (var word : words.subList(0, words.size() - 1)) {
            parent = parent.resolve(word);
        }
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(entry -> isNamed(entry, words.getLast())).filter(Files::isRegularFile).sorted()
                    .toList();
        } catch (IOException e) {
            throw new ScriptFailed("the scripts folder can't be read: " + e.getMessage());
        }
    }

    private static boolean isNamed(Path entry, String word) {
        var name = String.valueOf(entry.getFileName());
        return name.equals(word) || (name.startsWith(word + ".") && name.indexOf('.', word.length() + 1) < 0);
    }

    private Path runnable(String name, List<Path> files) throws ScriptFailed {
        var runnable = new ArrayList<Path>();
        for (var file : files) {
            if (isJavaScript(file) || Files.isExecutable(file)) {
                runnable.add(within(name, file));
            }
        }
        if (runnable.isEmpty()) {
            throw new ScriptFailed(shown(files.getFirst()) + " is neither JavaScript nor TypeScript, and no "
                    + "executable file; make it one with chmod +x");
        }
        if (runnable.size() > 1) {
            throw new ScriptFailed("scripts:" + name + " could be " + shown(runnable.get(0)) + " or "
                    + shown(runnable.get(1)) + "; rename one of them");
        }
        return runnable.getFirst();
    }

    /** Rejects files outside the folder, also through links. */
    private Path within(String name, Path file) throws ScriptFailed {
        try {
            if (file.toRealPath().startsWith(folder.toRealPath())) {
                return file;
            }
        } catch (IOException e) {
            throw new ScriptFailed("scripts:" + name + " can't be read: " + e.getMessage());
        }
        throw new ScriptFailed(shown(file) + " is a link that leads out of the scripts folder, where nothing is run");
    }

    SourceFolder sources() {
        return new SourceFolder(folder);
    }

    public static boolean isJavaScript(Path file) {
        return JAVASCRIPT.stream().anyMatch(ending -> file.toString().endsWith(ending));
    }

    private String shown(Path file) {
        return folder.getFileName() + "/" + folder.relativize(file);
    }
}
