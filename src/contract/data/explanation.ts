import { type Static, Type } from 'typebox'
import { FACTOR_NAMES } from '../../domain/decision/factors/index.ts'
import { OUTCOMES } from '../../domain/decision/rule.ts'
import { ASSURANCE_LEVELS, LEVELS, STATUSES } from '../../domain/vocabulary.ts'
import { ref, score, words } from '../schema.ts'

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

export const ExplainedFactor = Type.Object(
  {
    name: words(FACTOR_NAMES),
    question: Type.String({ description: 'What the factor asks.' }),
    level: words(LEVELS),
    score: Type.Optional(score('Absent when the level is UNKNOWN or UNAVAILABLE.')),
    effect: words(['none', 'ignore', 'refer', 'reject'], { description: 'What the policy made of it.' }),
    reason: Type.String({ description: 'Why, in words.' }),
    used: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: 'The values that were looked at.',
    }),
    fields: Type.Optional(Type.Array(ref(ExplainedField))),
  },
  { $id: 'ExplainedFactor', description: 'One Trust Factor with its reason.' },
)

export const ReviewRecord = Type.Object(
  {
    reviewer: Type.String(),
    verdict: words(['approve', 'reject']),
    reason: Type.String(),
    code: Type.Optional(Type.String({ description: 'Of a rejection, the reason of the closed list.' })),
    atUtc: Type.String({ format: 'date-time' }),
  },
  { $id: 'ReviewRecord', description: 'What a reviewer decided, when and why. Never changed.' },
)

/** Ours: the specification gives scores, this gives the reasons. */
export const ExplanationResponse = Type.Object(
  {
    sessionId: Type.String(),
    status: words(STATUSES),
    summary: Type.String({ description: 'The decision in one sentence.' }),
    reasons: Type.Array(Type.String(), { description: 'What brought it about, most important first.' }),
    causes: Type.Array(Type.Object({ factor: Type.Optional(words(FACTOR_NAMES)), reason: Type.String() }), {
      description: 'The same, each with the Trust Factor that gives it; a rule of live mode has none.',
    }),
    decision: Type.Object({
      score: Type.Integer({ minimum: 0, maximum: 100 }),
      level: words(LEVELS),
      outcome: words(OUTCOMES),
      policy: Type.Object({
        name: Type.String(),
        version: Type.String(),
        sha256: sha256('Of its canonical JSON.'),
      }),
    }),
    assurance: Type.Optional(
      words(ASSURANCE_LEVELS, {
        description:
          'The level of assurance that it was decided on, where one was chosen. Absent: the policy alone decided.',
      }),
    ),
    decidedOn: Type.String({ format: 'date', description: 'The day that was taken as today.' }),
    factors: Type.Array(ref(ExplainedFactor)),
    models: Type.Array(Type.Object({ name: Type.String(), sha256: sha256('Of the model file.') }), {
      description: 'The models that read the pictures.',
    }),
    reviews: Type.Array(ref(ReviewRecord)),
    version: Type.Optional(
      Type.String({ description: 'For reviewers: names what you see here. Send it with what you do to the case.' }),
    ),
  },
  { $id: 'ExplanationResponse' },
)
export type ExplanationResponse = Static<typeof ExplanationResponse>

export const EvidenceKeyResponse = Type.Object(
  {
    algorithm: words(['Ed25519']),
    publicKey: Type.String({ description: 'SubjectPublicKeyInfo, PEM.' }),
    fingerprint: sha256('Of the key in DER, to compare by voice.'),
  },
  { $id: 'EvidenceKeyResponse' },
)
