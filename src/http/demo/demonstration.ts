import { readFile } from 'node:fs/promises'
import type { Post } from '../../actions/jobs/deliver-webhooks.ts'
import { resource } from '../../resources.ts'
import type { DemoInbox } from './demo-inbox.ts'
import { DEMONSTRATION_PICTURES, type DemonstrationPicture } from './picture-names.ts'

/** Where webhooks of test sessions go that nobody gave an address for, while there is a demo. No tenant can name it. */
export const DEMO_ADDRESS = 'demo:inbox'

const FOLDER = resource('src/http/demo/pictures')

/** A picture to try the service with; `npm run lab -- demonstration` drew them. */
export const demonstrationPicture = (name: DemonstrationPicture): Promise<Uint8Array> =>
  readFile(`${FOLDER}/${name}.jpg`)

export const isDemonstrationPicture = (name: string): name is DemonstrationPicture =>
  (DEMONSTRATION_PICTURES as readonly string[]).includes(name)

/** Sends to the demo's receiver what is for it, and everything else over the network. */
export const postWithDemo =
  (demo: DemoInbox, post: Post): Post =>
  async (url, headers, body) =>
    url === DEMO_ADDRESS ? demo.receive(headers, body) : post(url, headers, body)
