import type { PageSide, VisualFieldName } from './document-words.ts'
import type { Place } from './place.ts'

export interface VisualField {
  name: VisualFieldName
  /** As printed. */
  value: string
  /** 0..100; calibrated: of the values with 90, about 90 % are right. */
  confidence: number
  pageSide: PageSide
  /** ISO 8601 date, if the field is a date that could be parsed. */
  date?: string
  /** The reason for taking it as this field; absent in readings from before it was recorded. */
  by?: FieldGround
  /** Its place on the straightened page. */
  place?: Place
}

/**
 * Why a text is taken as a field: its place in a model of this document, or in the catalogue's entry for it, a label or a
 * number next to it, the heading of a passport, a category of vehicles next to it, agreement with the MRZ,
 * or its place among the other lines.
 */
export type FieldGround = 'model' | 'catalogue' | 'label' | 'number' | 'heading' | 'category' | 'mrz' | 'place'
