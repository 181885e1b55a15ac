import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import { ModeQuery } from '../../accounts/contract/console-mode.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers } from '../../http/responses.ts'
import {
  PastScores,
  PolicyEffect,
  PolicyText,
  PolicyTrial,
  PolicyUsed,
  PolicyView,
} from '../../tenants/contract/console-settings.ts'
import { loadTenant, tenantParams } from '../../tenants/routes/console-tenants.ts'
import { nearestLevel } from '../assurance.ts'
import { parsePolicy, tryPolicy, usePolicy } from '../change-policy.ts'
import { gradedFactors } from '../factors/index.ts'
import type { Policy } from '../policy.ts'
import { changed } from '../replay.ts'
import { readPastScores } from '../replay-sessions.ts'
import { OUTCOMES } from '../rule.ts'

const HISTORY = 50
/**
 * Takes a few seconds; a change that appears in none of them is rarer than 1 in 1,000. The command line replays all.
 */
const SAMPLE = 5000

/** The policy of a tenant: view, try on past sessions, put to use. For admins. */
export const consolePolicyRoutes = ({ ports }: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function policy(app) {
    const view = { schema: { params: tenantParams, ...answers(PolicyView) } }
    app.get('/tenants/:tenant/policy', view, async (request): Promise<PolicyView> => {
      const { tenant } = request.params
      const { assurance } = (await loadTenant(ports, tenant)).settings
      const { sha256, ...rules } = await ports.policies.current(tenant)
      const uses = await ports.policies.history(tenant, HISTORY)
      return {
        text: JSON.stringify(rules, undefined, 2),
        sha256,
        assurance: { chosen: assurance, ...nearestLevel(rules) },
        factors: gradedFactors().map(({ name, question, defaultRule }) => ({ name, question, defaultRule })),
        history: uses.map(({ at, actor, policy }) => ({ ...policy, atUtc: at.toISOString(), actor })),
      }
    })

    const onScores = { schema: { params: tenantParams, querystring: ModeQuery, ...answers(PastScores) } }
    app.get('/tenants/:tenant/policy/scores', onScores, async (request): Promise<PastScores> => {
      const { tenant } = request.params
      await loadTenant(ports, tenant)
      return readPastScores(ports.sessionSearch, { tenant, mode: request.query.mode ?? 'live' }, SAMPLE)
    })

    const onTrial = { schema: { params: tenantParams, body: PolicyTrial, ...answers(PolicyEffect) } }
    app.post('/tenants/:tenant/policy/replay', onTrial, async (request): Promise<PolicyEffect> => {
      const { text, mode = 'live' } = request.body
      const policy = policyOf(text)
      const wanted = { ...request.params, mode, actor: actorOf(request), policy }
      const tried = await tryPolicy(ports, wanted, { most: SAMPLE })
      if (!tried.ok) throw new BadCall('NOT_FOUND')
      const { tally, shown } = tried.value
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

    const use = { schema: { params: tenantParams, body: PolicyText, ...answers(PolicyUsed) } }
    app.put('/tenants/:tenant/policy', use, async (request): Promise<PolicyUsed> => {
      const policy = policyOf(request.body.text)
      const used = await usePolicy(ports, { ...request.params, actor: actorOf(request), policy })
      if (used.ok) return { sha256: policy.sha256 }
      if (used.refusal === 'NO_SUCH_TENANT') throw new BadCall('NOT_FOUND')
      if (used.refusal === 'BREAKS_LIVE_RULES') throw new BadCall('BAD_REQUEST', `${used.because.join('. ')}.`)
      throw new BadCall('BAD_REQUEST', 'Check first what this policy would change: it was not tried today.')
    })
  }

function policyOf(text: string): Policy {
  const policy = parsePolicy(text)
  if (!policy.ok) throw new BadCall('BAD_REQUEST', policy.refusal)
  return policy.value
}
