import { ref } from '../../contract/schema.ts'
import { kindOfChip } from '../../domain/proofs/chip-reading.ts'
import { imagesOf, type Session } from '../../domain/session.ts'
import { CHIP_IMAGES, MRZ_FIELDS } from '../../domain/vocabulary.ts'
import type { ResultRoute } from '../capability.ts'
import { ChipResult } from './contract/chip-result.ts'

/** Undefined where no chip was read. */
function chipResult(session: Session): ChipResult | undefined {
  const { chip } = session
  if (!chip) return undefined
  const { verdict, reasons, activeAuthentication, dataGroups, mrz, holder, document, signer, authority } = chip
  const { signedAt, saidByReader } = chip
  const images = imagesOf(session)
  return {
    verdict,
    reasons,
    activeAuthentication,
    ...kindOfChip(chip),
    dataGroups,
    chipMrzResults: MRZ_FIELDS.flatMap((name) => {
      const value = mrz.fields[name]
      return value === undefined ? [] : [{ name, value }]
    }),
    ...(holder && { holder }),
    ...(document && { document }),
    ...(signer && { signer }),
    ...(authority && { authority }),
    ...(signedAt && { signedAt }),
    ...(saidByReader && { saidByReader }),
    readAt: chip.readAt,
    availableImages: CHIP_IMAGES.filter((name) => images[name]),
  }
}

export const chipResults: readonly ResultRoute[] = [
  {
    path: 'chip/result',
    part: 'chip',
    schema: ref(ChipResult),
    words: {
      operationId: 'readChipResult',
      summary: 'Chip result',
      description: 'What the chip of the document holds and what its signatures say; 404 where none was read.',
    },
    present: chipResult,
  },
]
