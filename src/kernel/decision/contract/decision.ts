import { type Static, type TSchema, Type } from 'typebox'
import { AgainstFinding } from '../../contract/problem.ts'
import { type LateStatic, late, ref, score, words } from '../../contract/schema.ts'
import { STATUSES } from '../../session/session-words.ts'
import { AGE_ANSWERS } from '../../vocabulary.ts'
import { extraFactors, factorNames } from '../factors/index.ts'
import { AGAINST_CODES } from '../finding-codes.ts'
import { ASSURANCE_LEVELS, LEVELS, TRUST_FACTORS } from '../levels.ts'
import { OUTCOMES } from '../rule.ts'

const level = () =>
  words(LEVELS, {
    description: 'UNKNOWN: could not be computed. UNAVAILABLE: switched off, or the document has no such feature.',
  })
const factorScore = () => Type.Optional(score('Absent when the level is UNKNOWN or UNAVAILABLE.'))

export const FactorResult = Type.Object(
  { score: factorScore(), level: level() },
  { $id: 'FactorResult', description: 'What one Trust Factor found.', examples: [{ score: 100, level: 'HIGH' }] },
)

const comparison = {
  inputFieldName: Type.String({ description: 'Name of the compared field.' }),
  ocrTextValue: Type.String({ description: 'The value of the visual zone.' }),
}
const difference = {
  distance: Type.Number({ minimum: 0, description: '0 when the values are equal.' }),
  score: score('How well the two agree.'),
}

export const MrzCrossCheckField = Type.Object(
  { ...comparison, mrzTextValue: Type.String({ description: 'The value of the MRZ.' }), ...difference },
  { $id: 'MrzCrossCheckField' },
)

export const BarcodeCrossCheckField = Type.Object(
  { ...comparison, barcodeTextValue: Type.String({ description: 'The value of the barcode.' }), ...difference },
  { $id: 'BarcodeCrossCheckField' },
)

export const MrzCrossCheck = Type.Object(
  { fields: Type.Array(ref(MrzCrossCheckField)), score: factorScore(), level: level() },
  { $id: 'MrzCrossCheck', description: 'Visual zone against MRZ, field by field.' },
)

export const BarcodeCrossCheck = Type.Object(
  { fields: Type.Array(ref(BarcodeCrossCheckField)), score: factorScore(), level: level() },
  { $id: 'BarcodeCrossCheck', description: 'Visual zone against barcode, field by field.' },
)

export const Verifications = late('Verifications', () => {
  const shapes: Record<string, TSchema> = {
    ...Object.fromEntries(TRUST_FACTORS.map((name) => [name, ref(FactorResult)])),
    ...Object.fromEntries(extraFactors().map((name) => [name, Type.Optional(ref(FactorResult))])),
    mrzOcrCrossCheck: ref(MrzCrossCheck),
    barcodeOcrCrossCheck: ref(BarcodeCrossCheck),
  }
  return Type.Object(shapes, {
    $id: 'Verifications',
    description:
      'Trust Factors by name. Those after the eighth are additions that a setting or `applicantForm` asks for.',
  })
})

/** Specification 2.6. */
export const DecisionResponse = Type.Object(
  {
    verifications: ref(Verifications),
    decision: Type.Object(
      { score: Type.Integer({ minimum: 0, maximum: 100 }), level: level() },
      { description: 'The main output of the process.' },
    ),
    assurance: Type.Optional(
      words(ASSURANCE_LEVELS, {
        description:
          'The level of assurance that it was decided on, if the tenant or its flow chose one: an addition. Absent: the policy decided; it is that of `high` unless the tenant has its own.',
      }),
    ),
    age: Type.Optional(
      Type.Object(
        {
          atLeast: Type.Integer({ description: 'The age limit in years.' }),
          answer: words(AGE_ANSWERS, {
            description:
              'YES: at least that old. NO: nothing but the age speaks against the person. UNSURE: it could not be determined.',
          }),
          evidenceSha256: Type.String({ description: 'SHA-256 of the evidence; nothing else of it is kept.' }),
        },
        { description: 'Only with the flow `age`: an addition.' },
      ),
    ),
  },
  { $id: 'DecisionResponse' },
)

export type FactorResult = Static<typeof FactorResult>
export type MrzCrossCheck = Static<typeof MrzCrossCheck>
export type BarcodeCrossCheck = Static<typeof BarcodeCrossCheck>
export interface DecisionResponse {
  verifications: Record<string, FactorResult | MrzCrossCheck | BarcodeCrossCheck>
  decision: { score: number; level: (typeof LEVELS)[number] }
  assurance?: (typeof ASSURANCE_LEVELS)[number]
  age?: { atLeast: number; answer: (typeof AGE_ANSWERS)[number]; evidenceSha256: string }
}

const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })

export const ExplainedField = Type.Object(
  {
    inputFieldName: Type.String({ description: 'Name of the compared field.' }),
    ocrTextValue: Type.String({ description: 'The value of the visual zone.' }),
    otherTextValue: Type.String({ description: 'The value of the MRZ or the barcode.' }),
    distance: Type.Number({ minimum: 0, description: '0 when the values are equal.' }),
    score: score('How well the two agree.'),
  },
  { $id: 'ExplainedField' },
)

export const ExplainedFactor = late('ExplainedFactor', () =>
  Type.Object(
    {
      name: words(factorNames()),
      question: Type.String({ description: 'What the factor asks.' }),
      level: words(LEVELS),
      score: Type.Optional(score('Absent when the level is UNKNOWN or UNAVAILABLE.')),
      effect: words(['none', 'ignore', 'refer', 'reject'], { description: 'The effect of the policy.' }),
      reason: Type.String({ description: 'Why, in words.' }),
      used: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: 'The values that were examined.',
      }),
      fields: Type.Optional(Type.Array(ref(ExplainedField))),
    },
    { $id: 'ExplainedFactor', description: 'One Trust Factor with its reason.' },
  ),
)

export const ReviewRecord = Type.Object(
  {
    reviewer: Type.String(),
    verdict: words(['approve', 'reject']),
    reason: Type.String(),
    code: Type.Optional(Type.String({ description: 'The reason code of a rejection.' })),
    against: Type.Optional(
      Type.Array(words(AGAINST_CODES), { description: 'The findings that an approval was given against.' }),
    ),
    confirmAgainst: Type.Optional(
      words(['alone'], {
        description: 'The tenant leaves an approval against a specimen or an altered proof to one reviewer.',
      }),
    ),
    atUtc: Type.String({ format: 'date-time' }),
  },
  { $id: 'ReviewRecord', description: 'What a reviewer decided, when and why. Never changed.' },
)

/** Ours: the specification gives scores, this gives the reasons. */
export const ExplanationResponse = late('ExplanationResponse', () =>
  Type.Object(
    {
      sessionId: Type.String(),
      status: words(STATUSES),
      summary: Type.String({ description: 'The decision in one sentence.' }),
      reasons: Type.Array(Type.String(), { description: 'The reasons for it, most important first.' }),
      causes: Type.Array(Type.Object({ factor: Type.Optional(words(factorNames())), reason: Type.String() }), {
        description: 'The same, each with its Trust Factor; a rule of live mode has none.',
      }),
      decision: Type.Object({
        score: Type.Integer({ minimum: 0, maximum: 100 }),
        level: words(LEVELS),
        outcome: words(OUTCOMES),
        policy: Type.Object({
          name: Type.String(),
          version: Type.String(),
          sha256: sha256('The SHA-256 of its canonical JSON.'),
        }),
      }),
      assurance: Type.Optional(
        words(ASSURANCE_LEVELS, {
          description:
            'The level of assurance that it was decided on, if one was chosen. Absent: only the policy decided.',
        }),
      ),
      decidedOn: Type.String({ format: 'date', description: 'The day that counted as today.' }),
      factors: Type.Array(ref(ExplainedFactor)),
      models: Type.Array(Type.Object({ name: Type.String(), sha256: sha256('The SHA-256 of the model file.') }), {
        description: 'The models that read the pictures.',
      }),
      reviews: Type.Array(ref(ReviewRecord)),
      against: Type.Optional(
        Type.Array(AgainstFinding, {
          description: 'For reviewers, in live mode: what speaks against an approval and must be named in the verdict.',
        }),
      ),
      version: Type.Optional(
        Type.String({
          description: 'For reviewers: the version of what you see here. Send it with everything you do to the case.',
        }),
      ),
    },
    { $id: 'ExplanationResponse' },
  ),
)
export type ExplanationResponse = LateStatic<typeof ExplanationResponse>

export const EvidenceKeyResponse = Type.Object(
  {
    algorithm: words(['Ed25519']),
    publicKey: Type.String({ description: 'SubjectPublicKeyInfo, PEM.' }),
    fingerprint: sha256('The SHA-256 of the key in DER, to compare by voice.'),
  },
  { $id: 'EvidenceKeyResponse' },
)
