import type { Ports } from '../../kernel/ports/ports.ts'
import type { SessionPart } from '../../kernel/session/session-part.ts'
import { leastPixelsOf } from '../../vision/taught/model.ts'

type Models = Pick<Ports, 'documentModels'>['documentModels']

/** Tells the hosted page how large a document has to be in the picture. */
export const documentPixels: SessionPart = {
  async showOnPage(_, { ports: { documentModels } }) {
    const pixels = await leastPixels(documentModels)
    return pixels === undefined ? {} : { documentPixels: pixels }
  },
}

const known = new WeakMap<Models, { revision: number; pixels: number | undefined }>()

/** How many pixels a document needs along its long side so that it can be compared with every taught document. */
async function leastPixels(documentModels: Models): Promise<number | undefined> {
  const revision = await documentModels.revision()
  const before = known.get(documentModels)
  if (before?.revision === revision) return before.pixels
  const limits = (await documentModels.published()).flatMap(({ content }) => leastPixelsOf(content) ?? [])
  const pixels = limits.length ? Math.max(...limits) : undefined
  known.set(documentModels, { revision, pixels })
  return pixels
}
