import { applicantIntegrity } from '../../../features/document/factors/applicant-integrity.ts'
import { barcodeOcrCrossCheck } from '../../../features/document/factors/barcode-ocr-cross-check.ts'
import { dateOfExpiration } from '../../../features/document/factors/date-of-expiration.ts'
import { documentAuthenticity } from '../../../features/document/factors/document-authenticity.ts'
import { documentConsistency } from '../../../features/document/factors/document-consistency.ts'
import { documentLiveness } from '../../../features/document/factors/document-liveness.ts'
import { documentPortrait } from '../../../features/document/factors/document-portrait.ts'
import { mrzOcrCrossCheck } from '../../../features/document/factors/mrz-ocr-cross-check.ts'
import { mrzValidity } from '../../../features/document/factors/mrz-validity.ts'
import { overallOcrFieldsConfidence } from '../../../features/document/factors/overall-ocr-fields-confidence.ts'
import { featureFactors } from '../../../features/factors.ts'
import { faceVerification } from '../../../features/selfie/factors/face-verification.ts'
import { passiveLiveness } from '../../../features/selfie/factors/passive-liveness.ts'
import { TRUST_FACTORS, type TrustFactorName } from '../levels.ts'
import { captureCompleteness } from './capture-completeness.ts'
import { captureIntegrity } from './capture-integrity.ts'
import { documentNaming } from './document-naming.ts'
import type { Factor } from './factor.ts'
import { proofConsistency } from './proof-consistency.ts'

/**
 * Every Trust Factor, in the order of the results: the specification's eight, then ours, then those of features.
 */
const list = [
  dateOfExpiration,
  documentLiveness,
  faceVerification,
  mrzOcrCrossCheck,
  barcodeOcrCrossCheck,
  overallOcrFieldsConfidence,
  passiveLiveness,
  mrzValidity,
  applicantIntegrity,
  documentConsistency,
  documentAuthenticity,
  captureIntegrity,
  captureCompleteness,
  documentNaming,
  documentPortrait,
  proofConsistency,
  ...featureFactors,
] as const satisfies Factor[]

export type FactorName = (typeof list)[number]['name']
/** The factors that a policy grades. */
export type GradedFactorName = Exclude<(typeof list)[number], { binding: true } | { fixed: true }>['name']
type ExtraFactorName = Exclude<FactorName, TrustFactorName>

export const factors: readonly (Factor & { name: FactorName })[] = list

export const FACTOR_NAMES: readonly FactorName[] = list.map(({ name }) => name)

export const gradedFactors = factors.filter(
  (factor): factor is Factor & { name: GradedFactorName } => !factor.binding && !factor.fixed,
)

export const isOfTheEight = (name: string): name is TrustFactorName =>
  (TRUST_FACTORS as readonly string[]).includes(name)

export const EXTRA_FACTORS = FACTOR_NAMES.filter((name): name is ExtraFactorName => !isOfTheEight(name))

/** Undefined for a factor that a stored decision names and this version no longer has. */
export const factorNamed = (name: string): Factor | undefined => factors.find((factor) => factor.name === name)
