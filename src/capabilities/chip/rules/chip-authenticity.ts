import { type Factor, scored, type Used } from '../../../domain/decision/factors/factor.ts'
import { cautious } from '../../../domain/decision/rule.ts'
import { hasOwnKey, isOfOtherCountry } from '../../../domain/proofs/chip-reading.ts'

/** What an altered or copied chip scores. */
export const ALTERED_SCORE = 0

/** Did a trusted state sign what the chip holds, and did the chip itself answer? Asked only where a chip was read. */
export const chipAuthenticity = {
  name: 'chipAuthenticity',
  question: 'Did a trusted state sign what the chip holds, and is it not a copy?',
  agreement: 'the chip is genuine',
  // Not measured but given: 100, 70, 60 and 0 stand for what signatures prove, and the limits lie between them.
  defaultRule: { ...cautious, high: 90, medium: 50, weight: 3 },
  find({ chip }) {
    if (!chip) return undefined
    const { verdict, activeAuthentication, reasons, country } = chip
    const used: Used = { verdict, activeAuthentication, issuer: country ?? null }
    const why = reasons[0]?.text ?? 'no reason is on record'
    if (verdict === 'ALTERED') return scored(ALTERED_SCORE, `The chip was altered: ${why}.`, used)
    if (activeAuthentication === 'FALSE')
      return scored(ALTERED_SCORE, 'The chip is a copy: it does not hold the key that was signed for it.', used)
    if (verdict !== 'TRUSTED')
      return scored(60, `What the chip holds is signed, but no trusted state vouches for it: ${why}.`, used)
    if (isOfOtherCountry(chip))
      return scored(60, 'A trusted state signed what the chip holds, but the document claims to be from another.', used)
    if (activeAuthentication === 'GENUINE')
      return scored(100, 'A trusted state signed what the chip holds, and the chip showed that it is not a copy.', used)
    return hasOwnKey(chip)
      ? scored(
          70,
          'A trusted state signed what the chip holds; the chip was not asked to show that it is not a copy.',
          used,
        )
      : scored(100, 'A trusted state signed what the chip holds.', used)
  },
} as const satisfies Factor
