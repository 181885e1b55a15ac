import { OPERATING_POINT } from './factors/factor.ts'
import type { FactorRule, PolicyRules } from './policy.ts'

/** LOW rejects, MEDIUM refers, and what could not be computed goes to a person. */
const cautious = {
  enabled: true,
  required: false,
  onLow: 'reject',
  onMedium: 'refer',
  onUnknown: 'refer',
} as const satisfies Partial<FactorRule>

/** A model's score has one measured point, the specification's 50, so there is no MEDIUM between guesses. */
const model = { ...cautious, high: OPERATING_POINT, medium: OPERATING_POINT } as const

/** Yes or no: the factor scores 100 or 0. */
const yesOrNo = { ...cautious, high: 50, medium: 50 } as const

/** Conservative: nothing is approved that was not seen to be right. Each number has its reason in docs/trust-factors.md. */
export const defaultPolicyRules: PolicyRules = {
  name: 'default',
  version: '1',
  factors: {
    dateOfExpiration: { ...yesOrNo, required: true, weight: 1 },
    // What is behind it misses 4 of 19 real screens and flags 2 of 64 photographed specimens: it calls a person, it does not
    // reject alone. Copies as well: see docs/trust-factors.md.
    documentLiveness: { ...model, required: true, weight: 2, onLow: 'refer' },
    faceVerification: { ...model, required: true, weight: 3 },
    // 90: one digit that differs scores 75 to 86 as measured, the more the less sure its reading; genuine documents compared in
    // full score 100. 50: two fields that differ altogether score under it, one alone does not.
    mrzOcrCrossCheck: { ...cautious, high: 90, medium: 50, weight: 2 },
    barcodeOcrCrossCheck: { ...cautious, high: 90, medium: 50, weight: 2 },
    // Under 75 lie documents of which an essential field was not read; what was read of them is mostly right. Poor reading is
    // no accusation: it refers, it does not reject.
    overallOcrFieldsConfidence: { ...cautious, required: true, high: 75, medium: 40, weight: 1, onLow: 'refer' },
    passiveLiveness: { ...model, required: true, weight: 3 },
    // 90: between the texts of genuine documents (100) and wrong check digits that were repaired away (80 and less). 20: a
    // failed check digit rejects when the reader is at least 80 % sure of the characters.
    mrzValidity: { ...cautious, high: 90, medium: 20, weight: 2 },
    applicantIntegrity: { ...cautious, high: 85, medium: 50, weight: 1 },
    ageVerification: { ...yesOrNo, weight: 1 },
    documentConsistency: { ...cautious, high: 75, medium: 25, weight: 2 },
    // People come back, and a match of faces can err: this refers, it does not reject.
    duplicateCheck: { ...cautious, enabled: false, high: 75, medium: 25, weight: 1, onLow: 'refer' },
  },
}
