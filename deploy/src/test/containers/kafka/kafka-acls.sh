#!/bin/sh
exec /opt/java/bin/java -XX:TieredStopAtLevel=1 -cp "/opt/kafka/libs/*" org.apache.kafka.tools.AclCommand "$@"
