import { type Static, type TSchema, Type } from 'typebox'
import { SidePlace } from '../../contract/place.ts'
import type { CaseColumns } from '../../feature-types.ts'
import { openSlot } from '../../slot.ts'

/** One value of a field as a source states it; a date also in ISO 8601, when it could be understood. */
export const FieldValue = Type.Object({
  text: Type.String(),
  date: Type.Optional(Type.String()),
  /** Where it was read; absent if that was not noted. */
  place: Type.Optional(SidePlace),
})
export type FieldValue = Static<typeof FieldValue>

export const CertificateView = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  notBefore: Type.String(),
  notAfter: Type.String(),
})

/** The schemas of what features show of a case, by the names of CaseFields. */
export const featureCaseFields = openSlot<Record<string, TSchema>>('fields of a case')

/** The names of the columns that features add to the fields of the document. */
export const caseColumnNames = openSlot<keyof CaseColumns>('names of columns')
