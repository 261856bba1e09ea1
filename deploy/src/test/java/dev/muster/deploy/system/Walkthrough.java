package dev.muster.deploy.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.deploy.MarkdownPage.Block;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.up.UpFile;

/**
 * Follows a document in a folder: writes the files it names, types its commands, and compares what they print with what
 * it shows.
 *
 * <p>A block {@code sh} has commands; with {@code exit=N} the last one exits with N, all others with 0. {@code later} and
 * {@code elsewhere} mark commands that are not typed. A block {@code text} has lines that the commands above it print, in
 * any order, since cases end in any order; other lines may stand between them.
 */
final class Walkthrough {

    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");
    private static final Pattern SETTING = Pattern.compile("([A-Z_]+)=(.*)");
    private static final Pattern EXIT = Pattern.compile("sh exit=(\\d+)");

    private static final String COORDINATOR = "http://127.0.0.1:7070";
    private static final Set<String> FILES = Set.of("-o", "--env-file");

    private final Path home;
    private final Map<String, String> places;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> typed = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private Path folder;
    private String printed = "";

    /** @param places what stands for an address of the document here; the coordinator's is that of the fleet that is up */
    Walkthrough(Path folder, Path home, Map<String, String> places) {
        this.folder = folder;
        this.home = home;
        this.places = new LinkedHashMap<>(places);
        environment.put("PATH", System.getenv("PATH"));
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
            } else if (block.info().equals("sh") || EXIT.matcher(block.info()).matches()) {
                type(block);
            } else if (block.info().equals("text")) {
                compare(block);
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
        var lines = block.text().replace("\\\n", " ").lines().map(line -> line.replaceFirst("(^|\\s+)#.*", ""))
                .filter(line -> !line.isBlank()).toList();
        var exit = EXIT.matcher(block.info());
        int last = exit.matches() ? Integer.parseInt(exit.group(1)) : 0;
        printed = "";
        for (int i = 0; i < lines.size(); i++) {
            int wanted = i == lines.size() - 1 ? last : 0;
            int code = type(lines.get(i));
            if (code != wanted) {
                wrong.add("%s: `%s` exits with %d instead of %d:\n%s".formatted(block.section(), lines.get(i), code,
                        wanted, printed));
            }
        }
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
                UpFile.read(new Home(home).upFile()).ifPresent(up -> places.put(COORDINATOR, up.coordinator().url()));
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
    private void compare(Block block) {
        var left = new ArrayList<>(steady(printed));
        for (var shown : steady(block.text())) {
            left.stream().filter(line -> shows(shown, line)).findFirst().ifPresentOrElse(left::remove,
                    () -> wrong.add("%s: no line is \"%s\"; printed was\n%s".formatted(block.section(), shown,
                            printed)));
        }
    }

    private static boolean shows(String shown, String line) {
        return line.equals(shown) || (shown.endsWith("…") && line.startsWith(shown.substring(0, shown.length() - 1)));
    }

    private List<String> steady(String text) {
        var there = text.replace(folder.toString(), ".");
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
