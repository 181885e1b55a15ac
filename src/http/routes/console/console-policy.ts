import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { withSha256 } from '../../../actions/admin/policy.ts'
import { tryPolicy, usePolicy } from '../../../actions/admin/use-policy.ts'
import { type PolicyEffect, PolicyText, type PolicyView } from '../../../contract/console/console-settings.ts'
import { type Policy, readPolicy } from '../../../domain/decision/policy.ts'
import { changed, OUTCOMES } from '../../../domain/decision/replay.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'
import { tenantParams } from './console-tenants.ts'

const HISTORY = 50
/** Decided in a few seconds; a change that shows in none of them is rarer than 1 in 1,000. The command line replays all. */
const SAMPLE = 5000

/** The policy of a tenant: view, try on past sessions, put to use. For admins. */
export const consolePolicyRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function policy(app) {
    const known = async (tenant: string) => {
      if (!(await ports.tenants.load(tenant))) throw new BadCall('NOT_FOUND')
      return tenant
    }
    const withText = { schema: { params: tenantParams, body: PolicyText } }

    app.get('/tenants/:tenant/policy', { schema: { params: tenantParams } }, async (request): Promise<PolicyView> => {
      const tenant = await known(request.params.tenant)
      const { sha256, ...rules } = await ports.policies.current(tenant)
      const uses = await ports.policies.history(tenant, HISTORY)
      return {
        text: JSON.stringify(rules, undefined, 2),
        sha256,
        history: uses.map(({ at, actor, policy }) => ({
          atUtc: at.toISOString(),
          actor,
          name: policy.name,
          version: policy.version,
          sha256: policy.sha256,
        })),
      }
    })

    app.post('/tenants/:tenant/policy/replay', withText, async (request): Promise<PolicyEffect> => {
      const tenant = await known(request.params.tenant)
      const policy = policyOf(request.body.text)
      const { tally, shown } = await tryPolicy(ports, { tenant, actor: actorOf(request), policy }, { most: SAMPLE })
      return {
        sha256: policy.sha256,
        sessions: tally.sessions,
        isSample: tally.sessions >= SAMPLE,
        changed: changed(tally),
        moves: OUTCOMES.flatMap((from) =>
          OUTCOMES.filter((to) => to !== from && tally.moves[from][to] > 0).map((to) => ({
            from,
            to,
            sessions: tally.moves[from][to],
          })),
        ),
        because: Object.entries(tally.because).map(([factor, sessions]) => ({ factor, sessions })),
        examples: shown.map(({ id, before, after }) => ({ id, from: before.outcome, to: after.outcome })),
      }
    })

    app.put('/tenants/:tenant/policy', withText, async (request): Promise<{ sha256: string }> => {
      const tenant = await known(request.params.tenant)
      const policy = policyOf(request.body.text)
      const used = await usePolicy(ports, { tenant, actor: actorOf(request), policy })
      if (!used.ok) throw new BadCall('BAD_REQUEST', 'See first what this policy would change: it was not tried today.')
      return { sha256: policy.sha256 }
    })
  }

/** A policy that is wrong is refused with the place of every mistake. */
function policyOf(text: string): Policy {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new BadCall('BAD_REQUEST', `This is no JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const rules = readPolicy(json)
  if (!rules.ok) throw new BadCall('BAD_REQUEST', rules.refusal)
  return withSha256(rules.value)
}
