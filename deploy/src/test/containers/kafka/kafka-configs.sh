#!/bin/sh
exec /opt/java/bin/java -XX:TieredStopAtLevel=1 -cp "/opt/kafka/libs/*" kafka.admin.ConfigCommand "$@"
