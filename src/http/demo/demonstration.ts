import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Post } from '../../actions/jobs/deliver-webhooks.ts'
import type { Clock } from '../../actions/ports/clock.ts'
import type { DemoParts } from '../context.ts'
import { demoInbox, type SecretsOf } from './demo-inbox.ts'

/** Where webhooks go that nobody gave an address for, while there is a demo: into its own receiver. No tenant can name it. */
export const DEMO_ADDRESS = 'demo:inbox'

/** Specimens and a selfie for those who have no document or camera at hand; `npm run lab -- demonstration` drew them. */
const PICTURES: readonly string[] = ['passport', 'card-front', 'card-back', 'selfie']
const FOLDER = fileURLToPath(new URL('pictures', import.meta.url))

/** What the demo has beside its page: a receiver of webhooks, and specimen pictures. */
export function openDemonstration(secretsOf: SecretsOf, clock: Clock): DemoParts {
  return {
    inbox: demoInbox(secretsOf, clock),
    picture: async (name) => (PICTURES.includes(name) ? readFile(`${FOLDER}/${name}.jpg`) : undefined),
  }
}

/** Sends to the demo's receiver what is for it, and everything else over the network. */
export const postWithDemo =
  (demo: DemoParts, post: Post): Post =>
  async (url, headers, body) =>
    url === DEMO_ADDRESS ? demo.inbox.receive(headers, body) : post(url, headers, body)
