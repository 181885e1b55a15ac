import { replayWebhooks, type WhichEvents } from '../../actions/admin/replay-webhooks.ts'
import { rotateWebhookSecret } from '../../actions/admin/rotate-webhook-secret.ts'
import { showWebhookSecrets } from '../../actions/admin/show-webhook-secret.ts'
import { readConfig } from '../../config.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: webhooks secret [--tenant ID] [--rotate [--only]]
       webhooks list [--tenant ID] [--state pending|delivered|failed]
       webhooks replay --failed | --session ID | --id ID`

export async function run(args: string[]): Promise<void> {
  const [verb] = readWords(args)
  await withStorage(async (ports) => {
    if (verb === 'secret') {
      const asked = { tenant: readOption(args, 'tenant') ?? 'default', actor: ACTOR }
      // The earlier secret goes on for a week beside the new one, unless --only says that it leaked.
      if (args.includes('--rotate')) await rotateWebhookSecret(ports, { ...asked, only: args.includes('--only') })
      const shown = await showWebhookSecrets(ports, readConfig(process.env).webhookSecret, asked)
      if (!shown.ok) throw noSuchTenant({ ok: false, refusal: 'NO_SUCH_TENANT', tenant: asked.tenant })
      for (const { secret, until } of shown.value)
        console.log(until ? `${secret}\tuntil ${until.toISOString()}` : secret)
    } else if (verb === 'list') {
      for (const event of await ports.outbox.list(readOption(args, 'tenant') ?? 'default', stateIn(args), 100)) {
        const { id, createdAt, sessionId, status, state, attempts } = event
        console.log([id, createdAt.toISOString(), sessionId, status, state, `${attempts} failed attempts`].join('\t'))
      }
    } else if (verb === 'replay') {
      console.log(`${await replayWebhooks(ports, whichIn(args), ACTOR)} events are back in line`)
    } else throw new UsageError(usage)
  })
}

function stateIn(args: string[]) {
  const state = readOption(args, 'state')
  if (state === undefined || state === 'pending' || state === 'delivered' || state === 'failed') return state
  throw new UsageError(usage)
}

function whichIn(args: string[]): WhichEvents {
  const [sessionId, id] = [readOption(args, 'session'), readOption(args, 'id')]
  if (sessionId) return { sessionId }
  if (id) return { id }
  if (args.includes('--failed')) return { failed: true }
  throw new UsageError(usage)
}
