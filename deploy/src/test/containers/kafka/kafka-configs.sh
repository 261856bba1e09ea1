#!/bin/sh
exec /opt/java/bin/java -XX:TieredStopAtLevel=1 -Dlogback.configurationFile=/opt/kafka/logback.xml -cp "/opt/kafka/libs/*" kafka.admin.ConfigCommand "$@"
