import type { TSchema } from 'typebox'
import { openSlot } from '../slot.ts'

/** Schemas that features add to the OpenAPI document, each with its own name. */
export const featureComponents = openSlot<TSchema>('components')
