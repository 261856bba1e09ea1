package dev.muster.coordinator.suite.input;

import module java.base;

/** A path with {@code *} (within a name) and {@code **} (zero or more folders); nothing else is special. */
final class Glob {

    private static final Pattern STAR = Pattern.compile("\\*\\*/|\\*\\*|\\*");

    private final String base;
    private final Pattern pattern;

    Glob(String glob) {
        var path = glob.replace('\\', '/');
        int end = path.lastIndexOf('/', path.indexOf('*')) + 1;
        this.base = path.substring(0, end);
        this.pattern = Pattern.compile(regex(path.substring(end)), Pattern.DOTALL);
    }

    /** Returns the folder before the first star; empty for the working folder. */
    String base() {
        return base;
    }

    /** @param path relative to the base */
    boolean matches(Path path) {
        return pattern.matcher(path.toString().replace('\\', '/')).matches();
    }

    private static String regex(String glob) {
        var regex = new StringBuilder();
        var star = STAR.matcher(glob);
        int from = 0;
        while (star.find()) {
            regex.append(Pattern.quote(glob.substring(from, star.start()))).append(any(star.group()));
            from = star.end();
        }
        return regex.append(Pattern.quote(glob.substring(from))).toString();
    }

    private static String any(String star) {
        return switch (star) {
            case "*" -> "[^/]*";
            case "**" -> ".*";
            default -> "(?:.*/)?";
        };
    }
}
