const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Is this an origin and nothing else: scheme, host and perhaps a port, https or this very machine? It becomes part of a
 * header, where a space, a comma or a semicolon would begin something new.
 */
export function isOrigin(text: string): boolean {
  const [, scheme, host = '', port] = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^[\]:/]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (!scheme || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return false
  if (scheme.toLowerCase() === 'http') return LOOPBACK.includes(host.toLowerCase())
  return host.startsWith('[') || (HOST.test(host) && !host.includes('..'))
}

/** Is this host or address one that only this machine itself can reach? */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
