import type { Ports } from '../../../actions/ports/ports.ts'

/**
 * Gives the engine what is published, each time that has changed: call it every few seconds, on every node. False,
 * since there is never more to do at once.
 */
export function followModels({ documentModels, engine }: Pick<Ports, 'documentModels' | 'engine'>) {
  let seen: number | undefined
  return async (): Promise<false> => {
    const revision = await documentModels.revision() // before the models: a change in between is seen the next time
    if (revision === seen) return false
    engine.useDocumentModels(await documentModels.published())
    seen = revision
    return false
  }
}
