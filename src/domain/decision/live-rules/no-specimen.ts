import { findSpecimenMarks } from '../../document/specimen.ts'
import { SPECIMEN_SCORE } from '../factors/document-authenticity.ts'
import { stops } from '../rule.ts'
import type { LiveRule } from './live-rule.ts'

/** A specimen is never approved automatically. */
export const noSpecimen: LiveRule = {
  name: 'noSpecimen',
  outcome: 'refer',
  applies({ document }) {
    const marks = document ? findSpecimenMarks(document) : []
    return marks.length ? `This is a specimen, which is never approved in live mode: ${marks.join(', ')}.` : undefined
  },
  contradiction({ factors }) {
    if (stops(factors.documentAuthenticity, SPECIMEN_SCORE)) return undefined
    return 'factors.documentAuthenticity: a specimen must not be approved in live mode, so it must be enabled and refer or reject what is LOW'
  },
}
