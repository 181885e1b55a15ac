import type { Place } from '../../../formats/place.ts'
import type { Mark } from '../../../formats/result.ts'
import type { Look } from '../../../kernel/evidence/look-at-picture.ts'
import { tracesOf } from '../../../vision/document/checks/trace-checks.ts'
import type { FaceResult, PageResult } from '../../../vision/engine.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'

/** What the engine saw in one file, or why the file could not be read or drawn. */
export type Seen = (Look | { is: 'failed'; problem: string }) & { file: string }

/** A part of a reading that has a place: it has the same number in the table and in the picture. */
export interface SeenPart {
  kind: 'field' | 'mrz' | 'barcode' | 'portrait' | 'trace' | 'head' | 'hint'
  name: string
  value: string
  /** Confidence or score, 0..100. */
  score?: number
  note?: string
  place?: Place
  /** What the shares of `place` refer to: the straightened page, or the picture as it was sent. */
  on: 'page' | 'picture'
}

/** Everything that was read, in the order in which it is shown. */
export function partsOf(seen: Seen): SeenPart[] {
  if (seen.is === 'document') return partsOfPage(seen.found)
  if (seen.is === 'face') return partsOfFace(seen.found)
  return seen.is === 'refused' ? seen.marks.map(partOfMark) : []
}

function partsOfPage({ reading, marks = [] }: PageResult): SeenPart[] {
  const { visual, mrz, barcode, portrait, portraitPlace, recapture, authenticity } = reading
  return [
    ...visual.map(({ name, value, confidence, by, place }) =>
      part('field', name, value, place, { score: confidence, note: by && `by ${by}` }),
    ),
    ...(mrz
      ? [part('mrz', 'MRZ', mrz.lines.join(' / '), mrz.place, { score: mrz.confidence, note: checksOf(mrz) })]
      : []),
    ...(barcode ? [part('barcode', barcode.symbology, textOf(barcode.fields), barcode.place)] : []),
    ...(portrait ? [part('portrait', 'portrait', 'found', portraitPlace)] : []),
    ...(recapture ? [part('trace', 'original', found(recapture.score), undefined, { score: recapture.score })] : []),
    ...tracesOf(authenticity).flatMap(({ check: { name }, trace }) => [
      part('trace', name, found(trace.score), undefined, { score: trace.score }),
      ...(trace.places ?? []).map((place) => part('trace', `${name} here`, place.about ?? '', place)),
    ]),
    ...(authenticity?.specimenWords ?? []).map((word) => part('trace', 'specimen', word)),
    ...marks.map(partOfMark),
  ]
}

function partsOfFace({ reading: { liveness, age, gender, pose }, head }: FaceResult): SeenPart[] {
  const turned = `yaw ${pose.yaw.toFixed(0)}°, pitch ${pose.pitch.toFixed(0)}°, roll ${pose.roll.toFixed(0)}°`
  return [
    part('head', 'face', turned, head, { on: 'picture' }),
    ...(liveness ? [part('trace', 'liveness', found(liveness.score), undefined, { score: liveness.score })] : []),
    ...(age === undefined ? [] : [part('trace', 'age', age.toFixed(0))]),
    ...(gender === undefined ? [] : [part('trace', 'gender', `${gender} (−10,000 male … 10,000 female)`)]),
  ]
}

const part = (
  kind: SeenPart['kind'],
  name: string,
  value: string,
  place?: Place,
  more: Partial<Pick<SeenPart, 'score' | 'note' | 'on'>> = {},
): SeenPart => ({ kind, name, value, on: 'page', place, ...more })

const partOfMark = ({ hint, ...place }: Mark): SeenPart => part('hint', hint, '', place, { on: 'picture' })

const found = (score: number): string => (score > OPERATING_POINT ? 'nothing was found' : 'doubted')

const textOf = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

function checksOf({ checks }: NonNullable<PageResult['reading']['mrz']>): string {
  const wrong = checks.filter(({ valid }) => !valid).map(({ name }) => name)
  return wrong.length ? `check digits wrong: ${wrong.join(', ')}` : 'check digits right'
}
