import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Where } from '../../actions/accounts/sign-in.ts'

/** From where somebody signs in, as the list of those who are signed in shows it. */
export const whereOf = (request: FastifyRequest): Where => ({
  network: networkOf(request.ip),
  agent: (request.headers['user-agent'] ?? '').slice(0, 256),
})

/** Whom an address is counted as: IPv4 by itself, IPv6 by its /64, of which one household has all 2^64 addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address) // IPv4 that came as ::ffff:… is IPv4
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const first = parsed.toByteArray().slice(0, 8)
  return `${Buffer.from(first).toString('hex')}/64`
}
