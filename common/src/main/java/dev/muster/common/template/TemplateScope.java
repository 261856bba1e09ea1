package dev.muster.common.template;

import dev.muster.common.model.TestCase;

/**
 * The kinds of name that are expanded in a case; others stay unchanged.
 *
 * @param variables {@code ${NAME}}, printed by hooks
 * @param env {@code ${ENV.NAME}}
 * @param captured {@code ${captured.NAME}}
 */
record TemplateScope(boolean variables, boolean env, boolean captured) {

    static final TemplateScope NOTHING = new TemplateScope(false, false, false);

    /** Returns the scope of a case. A generated case is taken literally: an agent must not read this side's values. */
    static TemplateScope of(TestCase testCase) {
        boolean generated = testCase.identity().source().wasGenerated();
        var setup = testCase.setup();
        return new TemplateScope(!generated && (setup.variables() || !setup.hooks().isEmpty()),
                !generated && setup.variables(), !generated);
    }
}
