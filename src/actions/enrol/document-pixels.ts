import { leastPixelsOf } from '../../domain/document/model.ts'
import type { Ports } from '../ports/ports.ts'

/** How many pixels along its long side a document needs so that it can be compared with every one that was taught. */
export function openDocumentPixels({
  documentModels,
}: Pick<Ports, 'documentModels'>): () => Promise<number | undefined> {
  let known: { revision: number; pixels: number | undefined } | undefined
  return async () => {
    const revision = await documentModels.revision()
    if (known?.revision !== revision) {
      const limits = (await documentModels.published()).flatMap(({ content }) => leastPixelsOf(content) ?? [])
      known = { revision, pixels: limits.length ? Math.max(...limits) : undefined }
    }
    return known.pixels
  }
}
