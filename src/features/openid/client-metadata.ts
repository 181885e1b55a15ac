import type { OpenIdClient } from './domain/client.ts'

/** A client in the words of OpenID Connect Dynamic Client Registration. */
export const toClientMetadata = (client: OpenIdClient): Record<string, unknown> => ({
  client_id: client.id,
  client_name: client.name,
  // The hash: see `compareClientSecret` in provider.ts.
  ...(client.secretSha256 && { client_secret: client.secretSha256 }),
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  token_endpoint_auth_method: client.authMethod,
  ...(client.jwks && { jwks: client.jwks }),
  response_types: ['code'],
  grant_types: ['authorization_code'],
  subject_type: 'pairwise',
  id_token_signed_response_alg: 'ES256',
  ...(client.fapi && { require_pushed_authorization_requests: true, dpop_bound_access_tokens: true }),
})
