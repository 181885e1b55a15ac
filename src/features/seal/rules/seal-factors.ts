import { compareProofs } from '../../../kernel/decision/compare-proofs.ts'
import { comparison } from '../../../kernel/decision/factors/cross-check.ts'
import {
  type Factor,
  type FactorsByName,
  scored,
  type Used,
  unavailable,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { proofsOf } from '../../../kernel/decision/proofs.ts'
import { cautious } from '../../../kernel/decision/rule.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof sealFactors> {}
}

/** The score of an altered seal. */
export const ALTERED_SCORE = 0
/** Below HIGH and above LOW, so that a reviewer decides. */
const NOT_TRUSTED_SCORE = 60

/**
 * Did a trusted issuer sign what the barcode says? Asked only if a signed barcode was read, or the tenant requires one.
 */
const sealAuthenticity = {
  name: 'sealAuthenticity',
  place: 210,
  question: 'Did a trusted issuer sign what the barcode says, and is it unchanged?',
  agreement: 'the signed barcode is genuine',
  // Fixed values, not measured: 100, 60 and 0 are what a signature can prove, and the limits lie between them.
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
      NOT_TRUSTED_SCORE,
      `What the barcode says is signed, but not by an issuer that is trusted now: ${why}.`,
      used,
    )
  },
} as const satisfies Factor

/** Does the document agree with its signed barcode? Asked only if both were read and have a field in common. */
const sealCrossCheck = {
  name: 'sealCrossCheck',
  place: 220,
  question: 'Does the document agree with its signed barcode?',
  agreement: 'document and signed barcode',
  defaultRule: { ...comparison, weight: 2 },
  against: () => [{ code: 'CONTRADICTION' }],
  find(evidence) {
    if (!evidence.seal || !evidence.document?.pages.length) return undefined
    const proofs = proofsOf(evidence).filter(({ thing }) => ['seal', 'document', 'selfie'].includes(thing))
    const pairs = compareProofs(proofs).filter(({ between }) => between.some(({ thing }) => thing === 'seal'))
    const differing = [...new Set(pairs.flatMap((pair) => pair.differing))]
    const agreeing = [...new Set(pairs.flatMap((pair) => pair.agreeing))]
    if (differing.length > 0) {
      // One different value may be a reading error; two mean that the barcode belongs to another document.
      const score = differing.length > 1 ? 0 : ONE_DIFFERS
      const used = { differing: differing.join(', ') }
      return scored(
        score,
        `The signed barcode differs from the document or the selfie in ${differing.join(', ')}.`,
        used,
      )
    }
    if (agreeing.length === 0) return undefined
    const used = { compared: agreeing.join(', ') }
    return scored(100, `The document agrees with its signed barcode: ${agreeing.join(', ')}.`, used)
  },
} as const satisfies Factor

/** Below HIGH and above LOW of a comparison, so that a reviewer decides. */
const ONE_DIFFERS = 60

export const sealFactors = [sealAuthenticity, sealCrossCheck] as const satisfies Factor[]
