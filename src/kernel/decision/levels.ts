/** The certainty required to approve without a person: see kernel/decision/assurance.ts. */
export const ASSURANCE_LEVELS = ['basic', 'standard', 'high'] as const
export type Assurance = (typeof ASSURANCE_LEVELS)[number]

export const LEVELS = ['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN', 'UNAVAILABLE'] as const
export type Level = (typeof LEVELS)[number]

/** The eight Trust Factors of the specification, in its order. */
export const TRUST_FACTORS = [
  'dateOfExpiration',
  'documentLiveness',
  'faceVerification',
  'mrzOcrCrossCheck',
  'barcodeOcrCrossCheck',
  'overallOcrFieldsConfidence',
  'passiveLiveness',
  'mrzValidity',
] as const
export type TrustFactorName = (typeof TRUST_FACTORS)[number]
