package dev.muster.cli.session;

import module java.base;
import dev.muster.common.config.EnvReferences;

/**
 * A line that needs an environment variable.
 *
 * @param place such as {@code muster.yaml:7}
 */
record VariableUse(String name, String place) {

    /**
     * Returns the uses in a file; none where it can't be read.
     *
     * @param folder what the places are relative to
     */
    static List<VariableUse> in(Path file, Path folder) {
        var uses = new ArrayList<VariableUse>();
        try {
            var lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                int line = i + 1;
                var written = lines.get(i).strip();
                (written.startsWith("#") ? Set.<String>of() : EnvReferences.in(written)).forEach(
                        name -> uses.add(new VariableUse(name, shown(file, folder) + ":" + line)));
            }
        } catch (IOException e) {
            return List.of(); // the sentence is right without a place
        }
        return uses;
    }

    private static String shown(Path file, Path folder) {
        var from = folder.toAbsolutePath().normalize();
        var to = file.toAbsolutePath().normalize();
        return (to.startsWith(from) ? from.relativize(to) : to).toString();
    }
}
