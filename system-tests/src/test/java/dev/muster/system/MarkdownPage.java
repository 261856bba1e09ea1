package dev.muster.system;

import module java.base;
import dev.muster.common.testing.Repository;

/** A document: its sections, and the blocks between its fences. */
public record MarkdownPage(List<Block> blocks) {

    private static final Pattern MARK = Pattern.compile("(?:#|//) ([\\w./-]+\\.\\w+)(?: .*)?");

    /**
     * Some lines between fences.
     *
     * @param section the nearest heading above them
     * @param info what follows the opening fence, such as {@code yaml}
     */
    public record Block(String section, String info, List<String> lines) {

        /** Returns the name of the file, if one follows the language or stands in a comment on the first line. */
        public Optional<String> file() {
            var words = info.split(" ", -1);
            return words.length > 1 && words[1].contains(".") ? Optional.of(words[1])
                    : lines.stream().limit(1).map(MARK::matcher).filter(java.util.regex.Matcher::matches)
                            .map(mark -> mark.group(1)).findFirst();
        }

        public String text() {
            return String.join("\n", lines) + "\n";
        }

        /** Returns the first word of what follows the fence. */
        public String language() {
            return info.split(" ", 2)[0];
        }
    }

    public static MarkdownPage read(String path) throws IOException {
        return of(Files.readString(Repository.root().resolve(path)));
    }

    public static MarkdownPage of(String text) {
        var blocks = new ArrayList<Block>();
        var section = "";
        List<String> lines = null;
        var info = "";
        for (var line : text.lines().toList()) {
            if (line.startsWith("```") && lines != null) {
                blocks.add(new Block(section, info, List.copyOf(lines)));
                lines = null;
            } else if (line.startsWith("```")) {
                info = line.substring("```".length());
                lines = new ArrayList<>();
            } else if (lines != null) {
                lines.add(line);
            } else if (line.startsWith("##")) {
                section = line.replaceFirst("^#+ ", "");
            }
        }
        return new MarkdownPage(List.copyOf(blocks));
    }

    /** Returns the blocks of each section, in order. */
    public Map<String, List<Block>> sections() {
        return blocks.stream().collect(Collectors.groupingBy(Block::section, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the files that some blocks show, by name. */
    public static Map<String, String> files(Collection<Block> blocks) {
        var files = new LinkedHashMap<String, String>();
        for (var block : blocks) {
            block.file().ifPresent(name -> files.put(name, block.text()));
        }
        return files;
    }
}
