import type { ModelField, ModelLabel } from '../../../domain/document/model.ts'
import type { Place } from '../../../domain/document/place.ts'
import { type Box, joinBoxes, overlapOf } from '../../picture/box.ts'
import { editDistance, fold } from '../../text/fold.ts'
import { SCRIPTS } from '../../text/scripts.ts'
import type { FoundField } from './find-named.ts'
import { ownLines } from './hide-holder.ts'
import type { StudiedPage } from './study-page.ts'

type Placed = FoundField & { place: Place }

/** Where each field stands and how it is written; a field may stand in two places, in two scripts. */
export function describeFields(found: readonly Placed[], labels: readonly ModelLabel[]): ModelField[] {
  const groups: Placed[][] = []
  for (const each of found) {
    const near = groups.find(
      ([first]) => first && first.field === each.field && overlapOf(first.place, each.place) > 0.3,
    )
    if (near) near.push(each)
    else groups.push([each])
  }
  return groups.map((group) => {
    const box = joinBoxes(group.map(({ place }) => place))
    const texts = group.map(({ text }) => text)
    const script = SCRIPTS.find(({ letters }) => texts.some((text) => letters.test(text)))
    const label = labelOf(box, labels)
    return {
      name: (group[0] as Placed).field,
      box,
      ...(script ? { script: script.name } : {}),
      ...alphabetOf(texts),
      ...dateFormatOf(texts),
      ...(label ? { label } : {}),
    }
  })
}

function alphabetOf(texts: readonly string[]): Pick<ModelField, 'alphabet'> {
  const all = texts.join('')
  const [letters, digits] = [/\p{L}/u.test(all), /\p{N}/u.test(all)]
  if (!letters && !digits) return {}
  return { alphabet: letters && digits ? 'both' : letters ? 'letters' : 'digits' }
}

/** The shape of a date alone: D and M for its digits, whatever they are. */
function dateFormatOf(texts: readonly string[]): Pick<ModelField, 'dateFormat'> {
  const shapes = texts.map((text) => {
    const day = /^(\d{1,2})([-./ ]+)(\d{1,2}|\p{L}{3,9})\.?([-./ ]+)(\d{4}|\d{2})$/u.exec(text)
    if (day)
      return `DD${day[2]}${/\d/.test(day[3] as string) ? 'MM' : 'MMM'}${day[4]}${'Y'.repeat((day[5] as string).length)}`
    const year = /^\d{4}([-./ ]+)\d{1,2}([-./ ]+)\d{1,2}$/.exec(text)
    return year ? `YYYY${year[1]}MM${year[2]}DD` : undefined
  })
  const [shape] = shapes
  return shape && shapes.every((each) => each === shape) ? { dateFormat: shape } : {}
}

/** The nearest own print above a value or to its left. */
function labelOf(box: Place, labels: readonly ModelLabel[]): string | undefined {
  const [middle, height] = [box.y + box.height / 2, box.height]
  const near = labels
    .map(({ text, box: label }) => {
      const isAbove = label.y < box.y && label.x < box.x + box.width && label.x + label.width > box.x - height
      const isLeft = Math.abs(label.y + label.height / 2 - middle) < 0.7 * height && label.x < box.x
      const gap = isLeft ? Math.max(0, box.x - label.x - label.width) : box.y - label.y - label.height / 2
      return { text, gap: isAbove || isLeft ? gap : Number.POSITIVE_INFINITY }
    })
    .toSorted((a, b) => a.gap - b.gap)[0]
  return near && near.gap < 3 * height ? near.text : undefined
}

/** Lines read as surely as this are spelled as they are printed. */
const SURE = 0.8

/** The print that every picture has, as it was read; of one picture all that is surely not the holder's. */
export function describeLabels(
  pages: readonly { page: StudiedPage; named: readonly Box[]; onPrint: (box: Box) => Place }[],
): ModelLabel[] {
  const [first = [], ...others] = pages.map(({ page, named, onPrint }) =>
    ownLines(page, named)
      .filter(({ confidence }) => confidence > SURE)
      .map(({ text, box }) => ({ text, box: onPrint(box) })),
  )
  return first.filter((label) =>
    others.every((lines) =>
      lines.some((line) => overlapOf(line.box, label.box) > 0.5 && isAlike(line.text, label.text)),
    ),
  )
}

const isAlike = (a: string, b: string): boolean =>
  editDistance(fold(a), fold(b)) <= 0.3 * Math.max(fold(a).length, fold(b).length)
