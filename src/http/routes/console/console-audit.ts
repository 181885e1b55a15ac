import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuditFilter } from '../../../actions/ports/audit.ts'
import { AuditPage, AuditRequest } from '../../../contract/console/console-audit.ts'
import { AUDIT_KINDS } from '../../../contract/console/console-words.ts'
import type { HttpContext } from '../../context.ts'
import { answers } from './answers.ts'

const PAGE = 50

/** The audit log: who looked at whose data and when, who changed what, who signed in. For admins. */
export const consoleAuditRoutes = ({ ports }: HttpContext): FastifyPluginAsyncTypebox =>
  async function audit(app) {
    app.post(
      '/audit/search',
      { schema: { body: AuditRequest, ...answers(AuditPage) } },
      async (request): Promise<AuditPage> => {
        const { after } = request.body
        const found = await ports.audit.search(filterOf(request.body), {
          after: after && { at: new Date(after.atUtc), id: after.id },
          limit: PAGE + 1,
        })
        return {
          lines: found.slice(0, PAGE).map(({ at, ...line }) => ({ ...line, atUtc: at.toISOString() })),
          more: found.length > PAGE,
        }
      },
    )
  }

function filterOf({ actor, kind, sessionId, from, before }: AuditRequest): AuditFilter {
  return {
    ...(actor !== undefined && { actors: actorsOf(actor) }),
    ...(kind !== undefined && { actions: AUDIT_KINDS[kind] }),
    sessionId: sessionId?.toLowerCase(),
    ...(from !== undefined && { from: new Date(from) }),
    ...(before !== undefined && { before: new Date(before) }),
  }
}

/** A name alone may be a person's or a credential's. */
const actorsOf = (actor: string): string[] =>
  /^(\w+:|system$|token$)/.test(actor) ? [actor] : [`reviewer:${actor}`, `credential:${actor}`]
