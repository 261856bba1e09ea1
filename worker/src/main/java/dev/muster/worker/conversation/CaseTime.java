package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.WallTime;

/** @param clock converts the ticker's time to wall time */
public record CaseTime(Deadline deadline, WallTime clock) {}
