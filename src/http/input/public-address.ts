import ipaddr from 'ipaddr.js'

/** Azure's platform service answers on a public address; every other metadata address lies in a special range. */
const METADATA = ['168.63.129.16']

/** Names that lead inside by convention, whatever a resolver answers. */
const INSIDE_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|home\.arpa|lan|corp|home)$/

/**
 * Is this address one that anybody on the Internet could reach? Everything else is refused: private, loopback,
 * link-local, shared (CGNAT), multicast, reserved, and every IPv6 form that carries an IPv4 address inside it
 * (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA.includes(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || isGlobalUnicast(parsed.toByteArray())
}

/** Is this a name that could be public at all? One label, or a suffix used inside networks, is not. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '')
  return name.includes('.') && !INSIDE_NAMES.test(name)
}

/** 2000::/3 is all that IANA has allocated as global unicast (RFC 4291 2.4). */
function isGlobalUnicast(bytes: number[]): boolean {
  return ((bytes[0] ?? 0) & 0xe0) === 0x20
}
