import type { Ports } from '../../../kernel/ports/ports.ts'

/**
 * Gives the published models to the engine each time they have changed. Call it every few seconds on every node. Always
 * false, since there is never more to do immediately.
 */
export function followModels({ documentModels, engine }: Pick<Ports, 'documentModels' | 'engine'>) {
  let seen: number | undefined
  return async (): Promise<false> => {
    const revision = await documentModels.revision() // read before the models, so that a change in between is noticed the next time
    if (revision === seen) return false
    engine.useDocumentModels(await documentModels.published())
    seen = revision
    return false
  }
}
