import { ref } from '../../contract/schema.ts'
import type { Session } from '../../domain/session.ts'
import type { ResultRoute } from '../capability.ts'
import { SealResult } from './contract/seal-result.ts'

/** Undefined where no signed barcode was read. */
function sealResult({ seal }: Session): SealResult | undefined {
  if (!seal) return undefined
  const { mrz: _, portrait: __, ...shown } = seal
  return shown as SealResult
}

export const sealResults: readonly ResultRoute[] = [
  {
    path: 'seal/result',
    part: 'seal',
    schema: ref(SealResult),
    words: {
      operationId: 'readSealResult',
      summary: 'Seal result',
      description: 'What the signed barcode of the document says and who signed it; 404 where none was read.',
    },
    present: sealResult,
  },
]
