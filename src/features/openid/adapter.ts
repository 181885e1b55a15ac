import { errors } from 'oidc-provider'
import type { Ports } from '../../kernel/ports/ports.ts'
import { toClientMetadata } from './client-metadata.ts'

type Needs = Pick<Ports, 'openIdRecords' | 'openIdClients' | 'clock'>
type Payload = Record<string, unknown> & {
  accountId?: string
  grantId?: string
  result?: { login?: { accountId?: string } }
}

/** Where `oidc-provider` keeps what it has to remember. An account is a session of ours: what names one dies with it. */
export const adapterFor = ({ openIdRecords: records, openIdClients, clock }: Needs) =>
  function adapterOf(kind: string) {
    if (kind === 'Client')
      return {
        async find(id: string) {
          const client = await openIdClients.find(id)
          return client && toClientMetadata(client)
        },
      }
    if (kind === 'ReplayDetection')
      return {
        // The provider asks first and writes then: of two requests at the same time the insertion lets one through.
        find: (id: string) => records.find(kind, id, clock()).then((found) => found?.content),
        async upsert(id: string, content: Payload, expiresIn: number) {
          const { InvalidRequest } = errors
          const expiresAt = new Date(clock().getTime() + expiresIn * 1000)
          if (!(await records.putOnce({ kind, id, content, expiresAt })) && InvalidRequest)
            throw new InvalidRequest('it has been used before')
        },
      }
    return {
      upsert: (id: string, payload: Payload, expiresIn: number) =>
        records.put({
          kind,
          id,
          content: payload,
          grantId: kind === 'Grant' ? id : payload.grantId,
          sessionId: payload.accountId ?? payload.result?.login?.accountId,
          expiresAt: new Date(clock().getTime() + expiresIn * 1000),
        }),
      async find(id: string) {
        const found = await records.find(kind, id, clock())
        if (!found) return undefined
        const { content, consumedAt } = found
        return { ...content, ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }) }
      },
      async consume(id: string) {
        const { InvalidGrant } = errors
        if (!(await records.consume(kind, id, clock())) && InvalidGrant)
          throw new InvalidGrant('the code has been used before')
      },
      destroy: (id: string) => records.remove(kind, id),
      revokeByGrantId: (grantId: string) => records.removeGrant(grantId),
    }
  }
