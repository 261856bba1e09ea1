#!/usr/bin/env bash
# The hook of 02-hook.yaml; prints what 03-hook-stdout.json holds.
echo '{ "THREAD_ID": "th_123" }'
