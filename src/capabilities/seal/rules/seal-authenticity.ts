import { type Factor, scored, type Used, unavailable, unknown } from '../../../domain/decision/factors/factor.ts'
import { cautious } from '../../../domain/decision/rule.ts'

/** What an altered seal scores. */
export const ALTERED_SCORE = 0
/** Under HIGH and over LOW: a person looks. */
const NOT_VOUCHED_FOR = 60

/** Did a trusted issuer sign what the barcode says? Asked only where a signed barcode was read, or the tenant wants one. */
export const sealAuthenticity = {
  name: 'sealAuthenticity',
  question: 'Did a trusted issuer sign what the barcode says, and is it unchanged?',
  agreement: 'the signed barcode is genuine',
  // Not measured but given: 100, 60 and 0 stand for what a signature proves, and the limits lie between them.
  defaultRule: { ...cautious, high: 90, medium: 50, weight: 2 },
  find({ seal, asksSeal, document }) {
    if (!seal) {
      if (!asksSeal || !document?.pages.length) return undefined
      return unknown('No signed barcode could be read on the document, and one is required.')
    }
    const { verdict, signature, reasons, kind, country } = seal
    const used: Used = { verdict, kind, issuer: country ?? null }
    const why = reasons[0]?.text ?? 'no reason is on record'
    if (verdict === 'ALTERED') return scored(ALTERED_SCORE, `The signed barcode was altered: ${why}.`, used)
    if (verdict === 'TRUSTED') return scored(100, 'A trusted issuer signed what the barcode says.', used)
    if (signature !== 'HOLDS') {
      if (asksSeal) return unknown(`The signature of the barcode could not be checked: ${why}.`, used)
      return unavailable('reference', `The signature of the barcode could not be checked: ${why}.`)
    }
    return scored(
      NOT_VOUCHED_FOR,
      `What the barcode says is signed, but nobody trusted vouches for it now: ${why}.`,
      used,
    )
  },
} as const satisfies Factor
