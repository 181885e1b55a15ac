import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import type { SideLayout } from '../../catalogue/schema.ts'
import type { Size } from '../../picture/picture.ts'
import { editDistance, fold } from '../../text/fold.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** Values at the places where the catalogue says this model prints them. */
export function byPosition(spans: readonly Span[], side: SideLayout, reading: Reading, size: Size): Candidate[] {
  return Object.entries(side.fields ?? {}).flatMap(([name, place]) => {
    if (!place) return []
    const [x, y, width, height] = place.region
    const inside = spans.filter(({ box }) => {
      const left = box.x / size.width
      const middle = (box.y + box.height / 2) / size.height
      return left >= x && left < x + width && middle >= y && middle < y + height
    })
    return inside.flatMap((span) => {
      const value = asValue(name as VisualFieldName, span, 1, 'catalogue', reading)
      return value ? [place.values ? asListed(value, place.values) : value] : []
    })
  })
}

/** Of a few possible values the nearest, when no more than a quarter of its letters differ. */
function asListed(candidate: Candidate, values: readonly string[]): Candidate {
  const read = fold(candidate.value)
  const near = values
    .map((value) => ({ value, distance: editDistance(fold(value), read) / Math.max(1, fold(value).length) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (!near || near.distance > 0.25) return candidate
  // What decides is no longer each character but that no other value is as near.
  return { ...candidate, value: near.value, weakest: 1 - near.distance, average: 1 - near.distance }
}
