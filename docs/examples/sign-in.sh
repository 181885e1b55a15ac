#!/usr/bin/env bash
# Signs a person in with OpenID Connect and prints who they are. Needs curl and openssl.
#   ISSUER=http://localhost:8080/openid CLIENT_ID=… CLIENT_SECRET=… REDIRECT_URI=https://shop.example/callback ./sign-in.sh
set -euo pipefail

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
verifier=$(openssl rand 32 | base64url)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | base64url)

# 1. The request goes from server to server; the browser only gets a reference to it.
pushed=$(curl -sSf -u "$CLIENT_ID:$CLIENT_SECRET" "$ISSUER/request" \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "redirect_uri=$REDIRECT_URI" \
  -d response_type=code -d scope='openid profile' \
  --data-urlencode 'claims={"id_token":{"age_over_18":null}}' \
  -d "code_challenge=$challenge" -d code_challenge_method=S256)
reference=$(sed -E 's/.*"request_uri":"([^"]*)".*/\1/' <<<"$pushed")

# 2. The person is verified.
echo "Open this address, and paste the address that you end at:"
echo "$ISSUER/auth?client_id=$CLIENT_ID&request_uri=$reference"
read -r answer
code=$(sed -E 's/.*[?&]code=([^&]*).*/\1/' <<<"$answer")

# 3. The code is exchanged, and the claims are read.
tokens=$(curl -sSf -u "$CLIENT_ID:$CLIENT_SECRET" "$ISSUER/token" \
  -d grant_type=authorization_code -d "code=$code" -d "code_verifier=$verifier" \
  --data-urlencode "redirect_uri=$REDIRECT_URI")
token=$(sed -E 's/.*"access_token":"([^"]*)".*/\1/' <<<"$tokens")
curl -sSf -H "authorization: Bearer $token" "$ISSUER/me"
