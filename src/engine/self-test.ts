import type { Workbench } from './workbench.ts'

/** Proves that the models are there. Throws when the engine must not serve. */
export async function selfTest({ models }: Workbench): Promise<void> {
  await models.get('face-detect')
}
