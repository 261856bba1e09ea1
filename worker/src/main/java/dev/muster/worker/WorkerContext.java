package dev.muster.worker;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.ratelimit.RateLimits;

/** What its lives have in common. */
record WorkerContext(WorkerSettings settings, Channel channel, Attempts attempts, RateLimits rateLimits, Ticker ticker,
        LoopWatch watch) {}
