import { FILES } from '../../../actions/results/evidence-format.ts'
import type { CheckEvidence } from '../../../actions/results/verify-evidence.ts'
import { TrustStore } from '../../../certificates/trust-store.ts'
import { chipFilesOf, type StoredChipFiles } from '../chips.ts'
import { verifyChip } from './verify-chip.ts'

/** Is what the evidence says of the chip what the signed files say, whoever signed them? Whom to trust is asked by `cli chip verify`. */
export const checkSignedFiles: CheckEvidence = ({ chip }, fileOf) => {
  const files = fileOf(FILES.chip) as StoredChipFiles | undefined
  if (!files) return chip ? [`${FILES.chip} is missing`] : []
  if (!chip) return ['there are files of a chip, and the evidence says nothing of it']
  const { verdict, mrz } = verifyChip(chipFilesOf(files), { trust: new TrustStore([]), now: Date.now() })
  const problems: string[] = []
  if (chip.verdict !== 'ALTERED' && verdict !== 'UNKNOWN_ISSUER' && verdict !== 'TRUSTED')
    problems.push('the signature of the state does not hold over the files of the chip')
  if (mrz?.lines.join() !== chip.mrz.lines.join()) problems.push('the evidence says other things than the chip')
  return problems
}
