package dev.muster.common.template;

import dev.muster.common.model.TestCase;

/**
 * Which names are filled in for a case; what is not stays as it was written.
 *
 * @param variables {@code ${NAME}}, as hooks printed it
 * @param env {@code ${ENV.NAME}}
 * @param captured {@code ${captured.NAME}}
 */
record TemplateScope(boolean variables, boolean env, boolean captured) {

    static final TemplateScope NOTHING = new TemplateScope(false, false, false);

    /** A case that was generated is taken by its letters: an agent may not ask for what this side knows. */
    static TemplateScope of(TestCase testCase) {
        boolean generated = testCase.identity().source().wasGenerated();
        var setup = testCase.setup();
        return new TemplateScope(!generated && (setup.variables() || !setup.hooks().isEmpty()),
                !generated && setup.variables(), !generated);
    }
}
