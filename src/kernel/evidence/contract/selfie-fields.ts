import type { TSchema } from 'typebox'
import { openSlot } from '../../slot.ts'

/** A field that may come with a selfie, in the same JSON body. */
export interface SelfieField {
  /** Also in the answer. */
  name: string
  schema: TSchema
  /** The bytes that it may add to a body. */
  room: number
}

export const selfieFields = openSlot<SelfieField>('fields of a selfie')
