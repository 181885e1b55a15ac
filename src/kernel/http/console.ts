import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { consoleAuth } from '../accounts/auth/console-auth.ts'
import { consolePeopleRoutes, consoleSignInsRoutes } from '../accounts/routes/console-people.ts'
import { consoleSignInRoutes } from '../accounts/routes/console-sign-in.ts'
import { AuditPage, AuditRequest } from '../audit/contract/console-audit.ts'
import { AUDIT_KINDS } from '../contract/console-words.ts'
import { figuresInLines, levelsOfAssurance } from '../decision/assurance.ts'
import { readLevelFigures } from '../decision/change-policy.ts'
import { LevelList } from '../decision/contract/assurance.ts'
import { consolePolicyRoutes } from '../decision/routes/console-policy.ts'
import { consoleWebhookRoutes } from '../events/routes/console-webhooks.ts'
import type { Feature } from '../feature.ts'
import { consoleOverviewRoutes } from '../figures/routes/console-overview.ts'
import type { AuditFilter } from '../ports/audit.ts'
import { consoleCaseRoutes } from '../review/routes/console-cases.ts'
import { consoleSessionsRoutes } from '../review/routes/console-sessions.ts'
import { consoleSetupRoutes } from '../setup/routes/console-setup.ts'
import { TrustView } from '../tenants/contract/console-settings.ts'
import { consoleTenantRoutes } from '../tenants/routes/console-tenants.ts'
import { readTrust } from '../trust/trust.ts'
import type { HttpContext } from './context.ts'
import { answers } from './responses.ts'

/**
 * The console's own API: a cookie identifies the account, and every route says which role may use it. Not part of the
 * public contract.
 */
export const consoleRoutes = (context: HttpContext, features: readonly Feature[]): FastifyPluginAsyncTypebox =>
  async function consoles(app) {
    const auth = consoleAuth(context)
    const added = await Promise.all(features.map(async (each) => (await each.consoleRoutes?.(context, auth)) ?? {}))
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    app.addHook('onRequest', auth.refuseForeign)
    await app.register(consoleSignInRoutes(context, auth))
    await app.register(async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)
      signedIn.addHook('onRequest', auth.refuseUnprotected)
      await signedIn.register(consoleSignInsRoutes(context, auth, 'own'))
      await signedIn.register(consoleCaseRoutes(context, auth, features))
      await signedIn.register(consoleSessionsRoutes(context, auth))
      await signedIn.register(consoleOverviewRoutes(context, auth))
      await signedIn.register(consoleAssuranceRoutes())
      for (const { reviewers = [] } of added) for (const plugin of reviewers) await signedIn.register(plugin)
      await signedIn.register(async (admins) => {
        admins.addHook('onRequest', auth.onlyAdmins)
        await admins.register(consolePeopleRoutes(context, auth))
        await admins.register(consoleSignInsRoutes(context, auth, 'all'))
        await admins.register(consoleWebhookRoutes(context, auth))
        await admins.register(consolePolicyRoutes(context, auth))
        await admins.register(consoleTenantRoutes(context, auth))
        await admins.register(consoleSetupRoutes(context, auth))
        await admins.register(consoleAuditRoutes(context))
        await admins.register(consoleTrustRoutes(context))
        for (const { admins: plugins = [] } of added) for (const plugin of plugins) await admins.register(plugin)
      })
    })
  }

/** The levels of assurance with their figures. */
const consoleAssuranceRoutes = (): FastifyPluginAsyncTypebox =>
  async function assurance(app) {
    app.get(
      '/assurance/levels',
      { schema: answers(LevelList) },
      async (): Promise<LevelList> =>
        readLevelFigures().map((figures) => {
          const { asks, fitFor } = levelsOfAssurance()[figures.level]
          return { level: figures.level, asks, fitFor, figures: figuresInLines(figures) }
        }),
    )
  }

const PAGE = 50

/** The audit log: who looked at whose data and when, who changed what, who signed in. For admins. */
const consoleAuditRoutes = ({ ports }: HttpContext): FastifyPluginAsyncTypebox =>
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
    actors: actor === undefined ? undefined : actorsOf(actor),
    actions: kind && AUDIT_KINDS[kind],
    sessionId: sessionId?.toLowerCase(),
    from: from === undefined ? undefined : new Date(from),
    before: before === undefined ? undefined : new Date(before),
  }
}

/** A name without a prefix may be a person's or a credential's. */
const actorsOf = (actor: string): string[] =>
  /^(\w+:|system$|token$)/.test(actor) ? [actor] : [`reviewer:${actor}`, `credential:${actor}`]

/** Trust anchors of chips and wallets. They are changed on the command line, where the files are. For admins. */
const consoleTrustRoutes = ({ ports }: HttpContext): FastifyPluginAsyncTypebox =>
  async function trust(app) {
    app.get('/trust', { schema: answers(TrustView) }, async (): Promise<TrustView> => {
      const { items, newestList, endingSoon } = await readTrust(ports)
      return {
        items: items.map(({ endsAt, listedAt, importedAt, ...item }) => ({
          ...item,
          endsUtc: endsAt?.toISOString(),
          listedUtc: listedAt?.toISOString(),
          importedUtc: importedAt.toISOString(),
        })),
        newestListUtc: newestList?.toISOString(),
        endingSoon,
      }
    })
  }
