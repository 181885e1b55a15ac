import { replayWebhooks, type WhichEvents } from '../../actions/admin/replay-webhooks.ts'
import { readWebhookSecret } from '../../actions/upkeep/webhook-secret.ts'
import { readConfig } from '../../config.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: webhooks secret
       webhooks list [--tenant ID] [--state pending|delivered|failed]
       webhooks replay --failed | --session ID | --id ID`

export async function run(args: string[]): Promise<void> {
  const [verb] = readWords(args)
  await withStorage(async (ports) => {
    if (verb === 'secret') {
      console.log(await readWebhookSecret(readConfig(process.env).webhookSecret, ports.secrets))
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
