package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.json.RecordTexts;
import dev.muster.common.model.Message;
import dev.muster.common.result.CaseResult;
import dev.muster.common.target.Secrets;

/**
 * Makes a result fit to leave the worker: secrets are masked, and characters that PostgreSQL and JSON do not take
 * (U+0000, lone surrogates) become U+FFFD, with a warning that says so.
 */
final class Sanitizer {

    private static final char REPLACEMENT = '\uFFFD';
    /** Written by the suite: results are looked up by these, and the case is stored with them. */
    static final Set<String> EXEMPT = Set.of("CaseIdentity.key", "CaseIdentity.id", "CaseIdentity.name",
            "CaseIdentity.source", "CaseIdentity.labels", "CaseIdentity.agent", "CaseIdentity.connector");

    private final Secrets secrets;
    private boolean replaced;

    Sanitizer(List<String> secrets) {
        this(secrets, List.of());
    }

    /** @param redact RE2 patterns of what is masked like secrets */
    Sanitizer(List<String> secrets, List<String> redact) {
        this(new Secrets(secrets, Redaction.ofChecked(redact)));
    }

    Sanitizer(Secrets secrets) {
        this.secrets = secrets;
    }

    /** @param opening the messages in the definition of the case: what was sent is stored only where it differs */
    CaseResult clean(CaseResult result, List<Message> opening) {
        var clean = clean(result);
        var sent = clean.observed().sent();
        return sent == null ? clean : clean.with(clean.observed().with(sent.against(opening)));
    }

    CaseResult clean(CaseResult result) {
        var clean = new RecordTexts(text -> secrets.mask(withoutBadCharacters(text)), EXEMPT).in(result);
        return replaced
                ? clean.warning("characters that can't be stored (U+0000 or half a surrogate pair) are shown as U+FFFD")
                : clean;
    }

    private String withoutBadCharacters(String text) {
        if (isClean(text)) {
            return text;
        }
        replaced = true;
        return text.codePoints().map(character -> isBad(character) ? REPLACEMENT : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    /** A loop, since each text of each result passes here. */
    private static boolean isClean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (Character.isHighSurrogate(character) && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (isBad(character)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBad(int character) {
        return character == 0 || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }
}
