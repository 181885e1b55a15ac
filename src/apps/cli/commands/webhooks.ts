import { readConfig } from '../../../kernel/config.ts'
import { EVENT_STATES } from '../../../kernel/events/event-types.ts'
import {
  replayWebhooks,
  rotateWebhookSecret,
  showWebhookSecrets,
  type WhichEvents,
} from '../../../kernel/events/webhooks.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { refuseUnknownTenants } from '../../../kernel/tenants/tenant-scope.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { isHttpUrl, noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'
import type { Forwarded } from '../support/forward-webhooks.ts'

const TENANT = { type: 'string', value: 'ID', default: 'default', description: 'whose webhooks' } as const

const secret = defineCommand({
  summary: 'print the secret that signs the webhooks of a tenant, or replace it',
  options: {
    tenant: TENANT,
    rotate: { type: 'boolean', description: 'make a new one; the earlier one signs too for a week' },
    only: { type: 'boolean', description: 'with --rotate: the earlier one leaked and must not sign any longer' },
  },
  destroys: ({ rotate }) => rotate,
  run: ({ options: { tenant, rotate, only }, confirm }) =>
    withStorage(async (ports) => {
      const asked = { tenant, actor: ACTOR }
      if (only && !rotate) throw new UsageError('--only goes with --rotate')
      if (rotate) {
        if (!(await ports.tenants.load(tenant))) throw noSuchTenant({ tenant })
        await confirm(
          only
            ? `replace the webhook secret of '${tenant}' at once: receivers refuse events until they have the new one`
            : `replace the webhook secret of '${tenant}'; the earlier one signs too for a week`,
        )
        await rotateWebhookSecret(ports, { ...asked, only })
      }
      const shown = await showWebhookSecrets(ports, readConfig(process.env).webhookSecret, asked)
      if (!shown.ok) throw noSuchTenant({ tenant })
      const lines = shown.value.map(({ secret, until }) => (until ? `${secret}\tuntil ${until.toISOString()}` : secret))
      return { data: shown.value, text: lines.join('\n') }
    }),
})

const list = defineCommand({
  summary: 'list the newest events of a tenant and how their delivery went',
  options: {
    tenant: TENANT,
    state: { type: 'string', choices: EVENT_STATES, description: 'only those in this state' },
  },
  run: ({ options: { tenant, state } }) =>
    withStorage(async (ports) => {
      const stranger = await refuseUnknownTenants(ports, [tenant])
      if (stranger) throw noSuchTenant(stranger)
      const events = await ports.outbox.list(tenant, state, 100)
      const lines = events.map((event) => {
        const { id, createdAt, sessionId, status, state, attempts, lastError } = event
        const why = lastError === undefined ? '' : `, the last: ${lastError}`
        const tried = state === 'not-sent' ? (lastError ?? '') : `${attempts} failed attempts${why}`
        return [id, createdAt.toISOString(), sessionId, status, state, tried].join('\t')
      })
      return { data: events, text: lines.join('\n') || 'no event' }
    }),
})

const replay = defineCommand({
  summary: 'send events again: those that failed, those of a session, or one',
  options: {
    failed: { type: 'boolean', description: 'every event that was given up' },
    session: { type: 'string', value: 'ID', description: 'the events of this session' },
    id: { type: 'string', value: 'ID', description: 'this event' },
  },
  run: ({ options }) =>
    withStorage(async (ports) => {
      const events = await replayWebhooks(ports, whichIn(options), ACTOR)
      return { data: { events }, text: `${events} events are queued again` }
    }),
})

const listen = defineCommand({
  summary: 'send the events of test mode to a local address as well, while it runs',
  details: `Every event of a test session is sent as the service would send it, signed with the tenant's secret, next to its own
delivery and without retries. For a receiver that you are developing; no setting is needed. Ctrl-C ends it.`,
  options: {
    tenant: TENANT,
    forward: { type: 'string', value: 'URL', required: true, description: 'where your receiver listens' },
  },
  staysUp: true,
  printsItself: { json: true },
  examples: ['webhooks listen --forward http://localhost:3000/webhooks'],
  run: async ({ options: { tenant, forward }, json }) => {
    const { forwardEvents } = await import('../support/forward-webhooks.ts')
    if (!isHttpUrl(forward)) throw new UsageError(`--forward takes an http or https address, not '${forward}'`)
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    await withStorage(async (ports) => {
      if (!(await ports.tenants.load(tenant))) throw noSuchTenant({ tenant })
      if (!json) console.error(`events of test sessions of '${tenant}' go to ${forward}; Ctrl-C ends it`)
      const config = readConfig(process.env)
      await forwardEvents(ports, config, { tenant, url: forward }, stop.signal, (sent) =>
        console.log(json ? JSON.stringify(sent) : formatForwarded(sent)),
      )
    })
    return 0
  },
})

export const command = defineGroup({
  summary: 'show the secret of webhooks, list deliveries, send again, listen',
  commands: { secret, list, replay, listen },
})

function formatForwarded({ at, type, sessionId, status, answered, problem }: Forwarded): string {
  return [at, type, sessionId, status ?? '', answered ?? problem].join('\t')
}

interface Which {
  failed: boolean
  session?: string | undefined
  id?: string | undefined
}

function whichIn({ failed, session, id }: Which): WhichEvents {
  const given: WhichEvents[] = [
    ...(failed ? [{ failed: true } as const] : []),
    ...(session ? [{ sessionId: session }] : []),
    ...(id ? [{ id }] : []),
  ]
  const [which] = given
  if (!which || given.length > 1)
    throw new UsageError('webhooks replay needs one of --failed, --session ID and --id ID')
  return which
}
