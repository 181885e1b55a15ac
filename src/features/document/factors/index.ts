import type { Factor, FactorsByName } from '../../../kernel/decision/factors/factor.ts'
import { applicantIntegrity } from './applicant-integrity.ts'
import { barcodeOcrCrossCheck } from './barcode-ocr-cross-check.ts'
import { dateOfExpiration } from './date-of-expiration.ts'
import { documentAuthenticity } from './document-authenticity.ts'
import { documentConsistency } from './document-consistency.ts'
import { documentLiveness } from './document-liveness.ts'
import { documentNaming } from './document-naming.ts'
import { documentPortrait } from './document-portrait.ts'
import { mrzOcrCrossCheck } from './mrz-ocr-cross-check.ts'
import { mrzValidity } from './mrz-validity.ts'
import { overallOcrFieldsConfidence } from './overall-ocr-fields-confidence.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureFactors extends FactorsByName<typeof documentFactors> {}
}

/** Trust Factors about the document. */
export const documentFactors = [
  applicantIntegrity,
  barcodeOcrCrossCheck,
  dateOfExpiration,
  documentAuthenticity,
  documentConsistency,
  documentLiveness,
  documentNaming,
  documentPortrait,
  mrzOcrCrossCheck,
  mrzValidity,
  overallOcrFieldsConfidence,
] as const satisfies Factor[]
