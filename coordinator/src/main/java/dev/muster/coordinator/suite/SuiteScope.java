package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.pick.Candidate;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.table.RowCase;
import org.jspecify.annotations.Nullable;

/**
 * What a reader needs to read one file.
 *
 * @param config the project's; a dialect may take parts of its cases from it
 * @param attachments {@code file://} attachments, relative to this file's folder
 * @param compiler compiles checks; shared by all files
 * @param targets the names that cases may use; shared by all files
 * @param defaults the run's defaults
 * @param faults receives the faults of this file
 * @param picks decides which of its cases are read completely
 * @param row the row that the value read last is the case of; null when it is no row's
 */
record SuiteScope(SuiteFile file, ProjectConfig config, Attachments attachments, CheckCompiler compiler,
        TargetCheck targets, CaseDefaults defaults, Faults faults, Predicate<Candidate> picks,
        Supplier<@Nullable RowCase> row) {}
