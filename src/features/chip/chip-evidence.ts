import type { EvidenceKind } from '../../kernel/evidence/evidence-kind.ts'
import { type BundledFile, readReceived } from '../../kernel/results/bundled-file.ts'
import { CHIP_FILES, CHIP_IMAGES } from './contract/chip-images.ts'
import { CHIP_VERDICTS } from './verdict.ts'

export const chipEvidence: EvidenceKind = {
  name: 'chip',
  stored: {
    part: 'CHIP',
    images: CHIP_IMAGES,
    about: 'Names of the images of the chip; present if one was read.',
    received: CHIP_FILES,
  },
  verdicts: CHIP_VERDICTS,
  signedMrz: ({ chip }) => (chip?.verdict === 'TRUSTED' ? chip.mrz : undefined),
}

/**
 * The signed files of the chip, so that their signature can always be verified; the portrait, like any picture, is left
 * out.
 */
export const signedFiles: BundledFile = {
  name: 'chip.json',
  async read(ports, session) {
    const received = await readReceived(ports, session, 'CHIP', CHIP_FILES)
    if (!received) return undefined
    const { sod, dataGroups } = received as { sod: string; dataGroups: Record<string, string> }
    const { 2: _, ...groups } = dataGroups
    return { sod, dataGroups: groups }
  },
}
