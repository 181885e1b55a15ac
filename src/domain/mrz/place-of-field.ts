import type { MrzReading } from '../document/document.ts'
import type { Place } from '../document/place.ts'
import type { MrzFieldName } from '../vocabulary.ts'
import { formatOf, MRZ_TYPES, type MrzType, type SlotName, slotOf } from './formats.ts'

/** Where the MRZ states a field, on the page that carries it. The lines are of equal height and their characters of equal width. */
export function placeOfMrzField({ place, fields }: MrzReading, name: MrzFieldName): Place | undefined {
  const type = fields.mrz_type
  if (!place || !isMrzType(type)) return undefined
  const format = formatOf(type)
  const slot = slotOf(format, name as SlotName) ?? (NAMES.includes(name) ? slotOf(format, 'names') : undefined)
  const length = slot && format.lengths[slot.line]
  if (!slot || !length) return undefined
  const height = place.height / format.lengths.length
  return {
    x: place.x + (slot.start / length) * place.width,
    y: place.y + slot.line * height,
    width: ((slot.end - slot.start) / length) * place.width,
    height,
  }
}

const NAMES: readonly MrzFieldName[] = ['primary_identifier', 'secondary_identifier']

const isMrzType = (type: string | undefined): type is MrzType => (MRZ_TYPES as readonly unknown[]).includes(type)
