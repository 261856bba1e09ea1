package dev.muster.coordinator.suite;

import dev.muster.common.config.ProjectConfig;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.source.Faults;

/**
 * What the reader of one file works with.
 *
 * @param config the project's; a dialect may bring parts of its cases from there
 * @param attachments what {@code file://} names, from this file's folder
 * @param sound compiles checks; shared by all files
 * @param targets who may be named; what it learns is shared by all files
 * @param defaults what the run says for cases that do not
 * @param faults hears what is wrong with this file
 */
record SuiteScope(SuiteFile file, ProjectConfig config, Attachments attachments, CheckCompiler sound,
        TargetCheck targets, CaseDefaults defaults, Faults faults) {}
