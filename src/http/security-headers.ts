import type { FastifyReply } from 'fastify'

/** What an answer that is no page may do in a browser: nothing. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The policy of a page whose scripts, styles and pictures all come from this service. */
export function pagePolicy(frameAncestors: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; ')
}

/** The headers that every answer carries, unless its route has set its own. */
export function setSecurityHeaders(reply: FastifyReply, overHttps: boolean): void {
  const headers: Record<string, string> = {
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(overHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
}
