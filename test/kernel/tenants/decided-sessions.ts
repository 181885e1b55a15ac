import { randomUUID } from 'node:crypto'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import type { Policy } from '../../../src/kernel/decision/policy.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import { listCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import type { Engine } from '../../../src/vision/engine.ts'
import { noTeaching } from '../../support/no-teaching.ts'
import { decided } from '../decision/decided.ts'
import { passport } from '../decision/genuine.ts'

/** Real storage; no picture is read where these ports are used. */
export const portsOf = (storage: Storage, clock: Clock = () => new Date()): Ports => ({
  ...storage,
  engine: noEngine,
  catalogue: listCatalogue(),
  clock,
})

const noEngine: Engine = {
  ...noTeaching,
  readPage: () => Promise.reject(new Error('no picture is read in this test')),
  readFace: () => Promise.reject(new Error('no picture is read in this test')),
  readChallenge: () => Promise.reject(new Error('no picture is read in this test')),
  readStoredPortrait: () => Promise.reject(new Error('no picture is read in this test')),
  rewritePicture: () => Promise.reject(new Error('no picture is read in this test')),
  ready: () => true,
  close: async () => {},
}

/** Evidence that the default policy refers to a reviewer. */
export const doubtful = (): Evidence => passport({ editor: 'Some Editor 1.0' })

/** Stores a session that was decided on this evidence, as `complete` leaves it. */
export async function store(
  { sessions, policies }: Pick<Ports, 'sessions' | 'policies'>,
  evidence: Evidence = passport(),
  policy: Policy = defaultPolicy(),
): Promise<Session> {
  await policies.keep(policy)
  const session = decided(evidence, policy, randomUUID())
  const { decision: _, completedAt: __, ...pending } = session
  await sessions.create({ ...pending, status: 'PENDING' })
  await sessions.save(session, { events: [{ type: 'status', status: session.status }] })
  return { ...session, version: session.version + 1 }
}
