package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.UpFile;
import dev.muster.system.MarkdownPage.Block;

/**
 * Follows a document in a folder: writes the files it names, types its commands, and compares what they print with what
 * it shows.
 *
 * <p>A block {@code sh} has commands; with {@code exit=N} the last one exits with N, all others with 0. {@code later} and
 * {@code elsewhere} mark commands that are not typed. A block {@code text} has lines that the commands above it print, in
 * any order, since cases end in any order; other lines may stand between them. A block {@code console} has both: commands
 * behind {@code $}, and what they print.
 */
final class Walkthrough {

    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");
    private static final Pattern SETTING = Pattern.compile("([A-Z_]+)=(.*)");
    private static final Pattern TYPED = Pattern.compile("(sh|console)(?: exit=(\\d+))?");
    private static final String PROMPT = "$ ";
    /** How a shell ends when a command before the last one fails. */
    private static final int BEFORE_THE_LAST = 99;

    private static final String COORDINATOR = "http://127.0.0.1:7070";
    private static final Set<String> FILES = Set.of("-o", "--env-file");

    private final Path home;
    private final Map<String, String> places;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> typed = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private Optional<Path> shell = Optional.empty();
    private Path folder;
    private String printed = "";

    /** @param places what stands for an address of the document here; the coordinator's is that of the fleet that is up */
    Walkthrough(Path folder, Path home, Map<String, String> places) {
        this.folder = folder;
        this.home = home;
        this.places = new LinkedHashMap<>(places);
        environment.put("PATH", System.getenv("PATH"));
    }

    /** Has bash type the commands, as a user does; what they may need is in the environment. */
    Walkthrough inShell(Path state, Map<String, String> variables) {
        shell = Optional.of(state);
        environment.putAll(variables);
        return this;
    }

    /** Whether commands of the block are typed. */
    static boolean isTyped(Block block) {
        return TYPED.matcher(block.info()).matches();
    }

    /** Returns the commands that were typed. */
    List<String> typed() {
        return typed;
    }

    /** Follows the document to its end, and fails with all that differs. */
    void follow(List<Block> blocks) throws IOException {
        for (var block : blocks) {
            if (block.file().isPresent()) {
                write(block.file().get(), block.text());
            } else if (isTyped(block)) {
                type(block);
            } else if (block.info().equals("text")) {
                compare(block.section(), block.text());
            }
        }
        assertThat(wrong).isEmpty();
    }

    void write(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, here(text));
    }

    private void type(Block block) throws IOException {
        var info = TYPED.matcher(block.info());
        boolean console = info.matches() && info.group(1).equals("console");
        var lines = block.text().replace("\\\n", " ").lines()
                .filter(line -> !console || line.startsWith(PROMPT))
                .map(line -> (console ? line.substring(PROMPT.length()) : line).replaceFirst("(^|\\s+)#.*", ""))
                .filter(line -> !line.isBlank()).toList();
        int last = info.group(2) == null ? 0 : Integer.parseInt(info.group(2));
        printed = "";
        if (shell.isPresent()) {
            typed.addAll(lines);
            told(block, String.join("; ", lines), typeInShell(shell.get(), lines), last);
        } else {
            for (int i = 0; i < lines.size(); i++) {
                told(block, lines.get(i), type(lines.get(i)), i == lines.size() - 1 ? last : 0);
            }
        }
        if (console) {
            compare(block.section(), block.lines().stream().filter(line -> !line.startsWith(PROMPT))
                    .collect(Collectors.joining("\n")));
        }
    }

    private void told(Block block, String line, int code, int wanted) {
        if (code != wanted) {
            wrong.add("%s: `%s` exits with %d instead of %d:\n%s".formatted(block.section(), line, code, wanted,
                    printed));
        }
    }

    /** Folder and variables stay from block to block, as in one terminal. */
    private int typeInShell(Path state, List<String> lines) throws IOException {
        var file = state.resolve("block.sh");
        var variables = state.resolve("variables");
        Files.writeString(file, """
                if [ -f '%1$s' ]; then . '%1$s'; fi
                trap 'export -p > "%1$s"; pwd > "%1$s.folder"' EXIT
                trap 'exit %2$d' ERR
                """.formatted(variables, BEFORE_THE_LAST) + lines.stream().limit(lines.size() - 1L)
                .map(this::here).map(line -> line + "\n").collect(Collectors.joining())
                + "trap - ERR\n" + here(lines.getLast()) + "\n");
        var builder = new ProcessBuilder("bash", "--norc", file.toString()).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(state.resolve("printed").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        int code = process.onExit().join().exitValue();
        printed = Files.readString(state.resolve("printed"));
        folder = Path.of(Files.readString(Path.of(variables + ".folder")).strip());
        knowFleet();
        return code;
    }

    private void knowFleet() {
        UpFile.read(new Home(home).upFile()).ifPresent(up -> places.put(COORDINATOR, up.coordinator().url()));
    }

    private int type(String line) throws IOException {
        typed.add(line);
        var words = new ArrayDeque<>(WORD.matcher(here(line)).results()
                .map(word -> word.group().replaceAll("[\"']", "")).toList());
        var set = new HashMap<>(environment);
        if (words.getFirst().equals("export")) {
            words.pop();
            words.forEach(word -> set(environment, word));
            return 0;
        }
        while (set(set, words.getFirst())) {
            words.pop();
        }
        switch (words.pop()) {
            case "mkdir" -> Files.createDirectories(folder.resolve(words.getLast()));
            case "cd" -> folder = folder.resolve(words.getLast()).normalize();
            case "muster" -> {
                var command = Command.typeIn(folder, home, set, inFolder(List.copyOf(words)));
                printed += command.output();
                knowFleet();
                return command.code();
            }
            default -> throw new IllegalArgumentException("the walkthrough does not know this command: " + line);
        }
        return 0;
    }

    /** Files of options are looked up where the process was started. */
    private String[] inFolder(List<String> words) {
        return IntStream.range(0, words.size()).mapToObj(i -> i > 0 && FILES.contains(words.get(i - 1))
                ? folder.resolve(words.get(i)).toString()
                : words.get(i)).toArray(String[]::new);
    }

    private static boolean set(Map<String, String> environment, String word) {
        var setting = SETTING.matcher(word);
        boolean sets = setting.matches();
        if (sets) {
            environment.put(setting.group(1), setting.group(2));
        }
        return sets;
    }

    /** A line that ends in … shows only the beginning of one; times and ids of runs compare by their shape. */
    private void compare(String section, String text) {
        var left = new ArrayList<>(steady(printed));
        for (var shown : steady(text)) {
            left.stream().filter(line -> shows(shown, line)).findFirst().ifPresentOrElse(left::remove,
                    () -> wrong.add("%s: no line is \"%s\"; printed was\n%s".formatted(section, shown, printed)));
        }
    }

    private static boolean shows(String shown, String line) {
        return line.equals(shown) || (shown.endsWith("…") && line.startsWith(shown.substring(0, shown.length() - 1)));
    }

    private List<String> steady(String text) {
        var there = text.replace(folder + "/", "").replace(folder.toString(), ".");
        for (var place : places.entrySet()) {
            there = there.replace(place.getValue(), place.getKey());
        }
        return there.replaceAll("\\b(\\d+m)?\\d+(\\.\\d+)?(ms|s)\\b", "0s").replaceAll("\\d{8}-\\d{4}-\\w{6}", "RUN")
                .lines()
                .map(line -> line.strip().replaceAll("\\s+", " ")).filter(line -> !line.isEmpty()).toList();
    }

    private String here(String text) {
        var here = text;
        for (var place : places.entrySet()) {
            here = here.replace(place.getKey(), place.getValue());
        }
        return here;
    }
}
