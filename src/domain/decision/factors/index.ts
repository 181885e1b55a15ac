import { EXTRA_FACTORS, type ExtraFactorName, TRUST_FACTORS, type TrustFactorName } from '../../vocabulary.ts'
import type { Policy } from '../policy.ts'
import { ageVerification } from './age-verification.ts'
import { applicantIntegrity, wantsIntegrityCheck } from './applicant-integrity.ts'
import { barcodeOcrCrossCheck } from './barcode-ocr-cross-check.ts'
import { dateOfExpiration } from './date-of-expiration.ts'
import { documentConsistency } from './document-consistency.ts'
import { documentLiveness } from './document-liveness.ts'
import { duplicateCheck } from './duplicate-check.ts'
import { faceVerification } from './face-verification.ts'
import { type Evidence, type FactorName, type Finding, type TrustFactor, unavailable } from './factor.ts'
import { mrzOcrCrossCheck } from './mrz-ocr-cross-check.ts'
import { mrzValidity } from './mrz-validity.ts'
import { overallOcrFieldsConfidence } from './overall-ocr-fields-confidence.ts'
import { passiveLiveness } from './passive-liveness.ts'

const trustFactors: Record<TrustFactorName, TrustFactor> = {
  dateOfExpiration,
  documentLiveness,
  faceVerification,
  mrzOcrCrossCheck,
  barcodeOcrCrossCheck,
  overallOcrFieldsConfidence,
  passiveLiveness,
  mrzValidity,
}

/** Every factor's finding: the eight of the specification always and in its order, then those of ours that are asked for. */
export function findAll(evidence: Evidence, policy: Policy): { name: FactorName; finding: Finding }[] {
  const eight = TRUST_FACTORS.map((name) => ({
    name,
    finding: policy.factors[name].enabled
      ? trustFactors[name](evidence)
      : unavailable('policy', 'Switched off by the policy.'),
  }))
  const extra = EXTRA_FACTORS.filter((name) => policy.factors[name].enabled).flatMap((name) => {
    const finding = extraFactor(name, evidence, policy)
    return finding ? [{ name, finding }] : []
  })
  return [...eight, ...extra]
}

/** Undefined when neither the policy nor the caller asks for it. */
function extraFactor(name: ExtraFactorName, evidence: Evidence, policy: Policy): Finding | undefined {
  switch (name) {
    case 'applicantIntegrity':
      return wantsIntegrityCheck(evidence.applicantForm) ? applicantIntegrity(evidence) : undefined
    case 'ageVerification':
      return policy.minimumAge === undefined ? undefined : ageVerification(policy.minimumAge)(evidence)
    case 'documentConsistency':
      return documentConsistency(evidence)
    case 'duplicateCheck':
      return duplicateCheck(evidence)
  }
}
