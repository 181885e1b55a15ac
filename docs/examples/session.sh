#!/bin/sh
# A whole session with curl: session.sh FRONT SELFIE
# LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.
set -eu
front=$1 selfie=$2
# One value from an answer, without a JSON parser; with jq: jq -r .status
value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
ask() { curl -sS --fail-with-body --retry 4 "$@"; }

# Open a session. Your own id makes the call safe to repeat.
opened=$(ask -u "$LIMEN_USERNAME:$LIMEN_PASSWORD" "$LIMEN_URL/api/v1/enrolment/initialize" \
  -H 'content-type: application/json' -d '{"externalId":"order-17"}')
id=$(echo "$opened" | value sessionId)
token=$(echo "$opened" | value accessToken)

# Send the pictures as they are. A refusal has "hasError":true, a code and hints.
send() {
  answer=$(ask "$LIMEN_URL/api/v1/enrolment/$1" -H "authorization: Bearer $token" \
    -H 'content-type: application/octet-stream' --data-binary "@$2")
  case $answer in *'"hasError":true'*) echo "refused: $answer" >&2; exit 1 ;; esac
}
send document "$front"
send face "$selfie"
ask -X POST "$LIMEN_URL/api/v1/enrolment/complete" -H "authorization: Bearer $token" > /dev/null

# The decision. A webhook reports it without polling.
ask -u "$LIMEN_USERNAME:$LIMEN_PASSWORD" "$LIMEN_URL/api/v1/data/$id/status" | value status
