import type { FastifyRequest } from 'fastify'
import type { Where } from '../../actions/accounts/sign-in.ts'
import { networkOf } from './network.ts'

/** From where somebody signs in, as the list of those who are signed in shows it. */
export const whereOf = (request: FastifyRequest): Where => ({
  network: networkOf(request.ip),
  agent: (request.headers['user-agent'] ?? '').slice(0, 256),
})
