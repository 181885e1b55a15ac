const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Is this only an origin: scheme, host and an optional port, with https or on this machine? It becomes part of a
 * header, where a space, a comma or a semicolon would start something new.
 */
export function isOrigin(text: string): boolean {
  const [, scheme, host = '', port] = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^[\]:/]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (!scheme || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return false
  if (scheme.toLowerCase() === 'http') return LOOPBACK.includes(host.toLowerCase())
  return host.startsWith('[') || (HOST.test(host) && !host.includes('..'))
}

/** Is this a host or address that only this machine can reach? */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
