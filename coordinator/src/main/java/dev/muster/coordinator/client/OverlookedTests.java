package dev.muster.coordinator.client;

import module java.base;
import com.google.re2j.Pattern;
import dev.muster.coordinator.suite.TestListing.Overlooked;

/** Finds what a script's author takes for a test or a check, and is none. */
final class OverlookedTests {

    private static final Pattern FUNCTION = Pattern.compile(
            "(?m)^[ \\t]*(?:export[ \\t]+)?(?:async[ \\t]+)?function[ \\t]*\\*?[ \\t]*([Tt]est\\w*)[ \\t]*(\\(\\s*t\\b)?");
    private static final Pattern CONSTANT = Pattern.compile("(?m)^[ \\t]*(?:export[ \\t]+)?(?:const|let|var)[ \\t]+"
            + "([Tt]est\\w*)[^=\\n]*=[ \\t]*(?:async[ \\t]*)?(?:function[ \\t]*)?(\\(\\s*t\\b)?");
    private static final Pattern LITERAL = Pattern.compile("\\bassert\\.(True\\(\\s*true|False\\(\\s*false"
            + "|Nil\\(\\s*(?:null|undefined))\\s*[,)]");
    private static final String TEST = "Test";

    private final String source;
    private final Collection<String> exported;

    /** @param exported names of the functions that the file exports */
    OverlookedTests(String source, Collection<String> exported) {
        this.source = source;
        this.exported = exported;
    }

    List<Overlooked> found() {
        var found = Stream.concat(functions(FUNCTION), functions(CONSTANT));
        return Stream.concat(found, literals()).sorted(Comparator.comparingInt(Overlooked::line)).toList();
    }

    private Stream<Overlooked> functions(Pattern pattern) {
        var found = new ArrayList<Overlooked>();
        for (var match = pattern.matcher(source); match.find();) {
            var name = match.group(1);
            boolean takesT = match.group(2) != null;
            if (takesT && !inComment(match.start(1)) && !(name.startsWith(TEST) && exported.contains(name))) {
                found.add(new Overlooked(line(match.start(1)), "'" + name + "' is not run: " + (name.startsWith(TEST)
                        ? "write 'export' before it" : "the name of a test begins with a capital " + TEST)));
            }
        }
        return found.stream();
    }

    private Stream<Overlooked> literals() {
        var found = new ArrayList<Overlooked>();
        for (var match = LITERAL.matcher(source); match.find();) {
            if (!inComment(match.start())) {
                found.add(new Overlooked(line(match.start()), "assert." + match.group(1).replace(" ", "")
                        + ") holds whatever the agent answers; give it a value of the reply"));
            }
        }
        return found.stream();
    }

    private boolean inComment(int at) {
        int line = source.lastIndexOf('\n', at) + 1;
        return source.lastIndexOf("/*", at) > source.lastIndexOf("*/", at)
                || source.substring(line, at).contains("//");
    }

    private int line(int at) {
        return 1 + Math.toIntExact(source.chars().limit(at).filter(c -> c == '\n').count());
    }
}
