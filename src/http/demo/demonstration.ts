import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Post } from '../../actions/jobs/deliver-webhooks.ts'
import type { Clock } from '../../actions/ports/clock.ts'
import type { DemoParts } from '../context.ts'
import { demoInbox, type SecretsOf } from './demo-inbox.ts'

/** Where webhooks go that nobody gave an address for, while there is a demo: into its own receiver. No tenant can name it. */
export const DEMO_ADDRESS = 'demo:inbox'

/** What the demo has beside its page: a receiver of webhooks, and specimen pictures, drawn when they are first asked for. */
export function openDemonstration(secretsOf: SecretsOf, clock: Clock): DemoParts {
  let drawn: Promise<Record<string, Uint8Array>> | undefined
  return {
    inbox: demoInbox(secretsOf, clock),
    async picture(name) {
      drawn ??= draw().catch((error: unknown) => {
        drawn = undefined // the next one who asks tries again
        throw error
      })
      const pictures = await drawn
      return Object.hasOwn(pictures, name) ? pictures[name] : undefined
    },
  }
}

/** Sends to the demo's receiver what is for it, and everything else over the network. */
export const postWithDemo =
  (demo: DemoParts, post: Post): Post =>
  async (url, headers, body) =>
    url === DEMO_ADDRESS ? demo.inbox.receive(headers, body) : post(url, headers, body)

async function draw(): Promise<Record<string, Uint8Array>> {
  const worker = new Worker(new URL('../../../lab/specimen/demonstration-worker.ts', import.meta.url))
  const [pictures] = (await once(worker, 'message')) as [Record<string, Uint8Array>]
  return pictures
}
