package dev.muster.common.script.engine;

import module java.base;
import com.caoccao.javet.swc4j.Swc4j;
import com.caoccao.javet.swc4j.enums.Swc4jMediaType;
import com.caoccao.javet.swc4j.enums.Swc4jParseMode;
import com.caoccao.javet.swc4j.enums.Swc4jSourceMapOption;
import com.caoccao.javet.swc4j.exceptions.Swc4jCoreException;
import com.caoccao.javet.swc4j.options.Swc4jTranspileOptions;

/** Compiles TypeScript to JavaScript. Loads its native library on first use. */
final class TypeScript {

    private static final String HERE = "file:///source.ts";
    private static final String AT = "at " + HERE + ":";

    static boolean isOne(String path) {
        return path.endsWith(".ts") || path.endsWith(".mts");
    }

    static SourceText read(String text) throws InvalidSource {
        try {
            var output = new Swc4j().transpile(text, options());
            return new SourceText(output.getCode(), new SourceMap(output.getSourceMap()));
        } catch (Swc4jCoreException e) {
            throw invalid(String.valueOf(e.getMessage()));
        } catch (MalformedURLException e) {
            throw new InvalidSource("TypeScript can't be read: " + e.getMessage(), "");
        } catch (LinkageError e) {
            throw new InvalidSource("TypeScript can't be read on this machine, there is no compiler for it; "
                    + "JavaScript can", "");
        }
    }

    private static Swc4jTranspileOptions options() throws MalformedURLException {
        URL specifier = URI.create(HERE).toURL();
        var options = new Swc4jTranspileOptions().setMediaType(Swc4jMediaType.TypeScript)
                .setParseMode(Swc4jParseMode.Module).setSourceMap(Swc4jSourceMapOption.Separate);
        options.setSpecifier(specifier);
        return options;
    }

    /** Parses a message of swc: the error, then the lines around it, then the place. */
    private static InvalidSource invalid(String message) {
        int end = message.indexOf('\n');
        int at = message.lastIndexOf(AT);
        return new InvalidSource(end < 0 ? message : message.substring(0, end),
                at < 0 ? "" : message.substring(at + AT.length()).strip());
    }
}
