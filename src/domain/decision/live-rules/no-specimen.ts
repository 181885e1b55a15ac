import { findSpecimenMarks, isOfNoIssuer } from '../../document/specimen.ts'
import { kindOfCredential } from '../../proofs/credential-reading.ts'
import { SPECIMEN_SCORE } from '../factors/document-authenticity.ts'
import { stops } from '../rule.ts'
import type { LiveRule } from './live-rule.ts'

/** A specimen is never approved automatically. */
export const noSpecimen: LiveRule = {
  name: 'noSpecimen',
  outcome: 'refer',
  applies({ document, chip, credential }) {
    const issuer = chip?.mrz.fields.issuing_state_or_organization ?? ''
    const marks = [
      ...(document ? findSpecimenMarks(document) : []),
      ...(credential && !kindOfCredential(credential).country ? ['the issuer of its credential isn’t a country'] : []),
      ...(isOfNoIssuer(issuer) ? [`its chip names the issuer ${issuer}, which isn’t a country`] : []),
    ]
    return marks.length ? `This is a specimen, which is never approved in live mode: ${marks.join(', ')}.` : undefined
  },
  contradiction({ factors }) {
    if (stops(factors.documentAuthenticity, SPECIMEN_SCORE)) return undefined
    return 'factors.documentAuthenticity: a specimen must not be approved in live mode, so it must be enabled and refer or reject what is LOW'
  },
}
