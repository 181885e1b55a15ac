/** What an answer that is not a page may do in a browser: nothing. */
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

/** The policy of the one worker that uses WebAssembly: it may compile that, and nothing else. */
export const kernelPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'"

/** The policy of the preview of the hosted page: framed only by the console, and cut off from the service. */
export const previewPolicy = (): string => pagePolicy(["'self'"]).replace("connect-src 'self'", "connect-src 'none'")

/** The headers that every answer carries, unless its route sets its own. */
export function securityHeaders(overHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(overHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
