import type { Place } from '../../../formats/place.ts'
import {
  type Learnt,
  type Lesson,
  type LessonRefusal,
  type LessonRefused,
  MOST_TAUGHT_PICTURES,
  type NamedField,
} from '../../engine.ts'
import { type Box, joinBoxes } from '../../picture/box.ts'
import { toJpeg } from '../../picture/decode.ts'
import { type Homography, invertHomography } from '../../picture/matrix.ts'
import type { Picture } from '../../picture/picture.ts'
import { registrable } from '../../picture/register/register.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { Difference } from '../compare/difference.ts'
import { median } from '../compare/means.ts'
import { STRANGE } from '../limits.ts'
import { MODEL_FORMAT, MODEL_ZONES, type ModelContent, type ModelZone } from '../model.ts'
import { boxOf, layOver, mapBox, ownPixels, placeOf, printSize } from '../print.ts'
import { drawPrint } from './draw-print.ts'
import { drawReference } from './draw-reference.ts'
import { describeFields, type FoundField, findNamed } from './find-named.ts'
import { fitPages, type Holding, MIN_ANCHORS } from './fit-pages.ts'
import { holderPlaces } from './hide-holder.ts'
import { type StudiedPage, studyPage } from './study-page.ts'

/** Learns what one side of a document looks like and where its values are. */
export async function learnDocument(context: ReadContext, lesson: Lesson): Promise<Learnt | LessonRefused> {
  const { pictures, named, marks = {} } = lesson
  if (!pictures.length) return refused('NO_PICTURES')
  if (pictures.length > MOST_TAUGHT_PICTURES) return refused('TOO_MANY_PICTURES')
  const pages: StudiedPage[] = []
  for (const [i, picture] of pictures.entries()) {
    const values = named.flatMap((each) => (each.picture === i && each.value ? each.value : []))
    const page = await studyPage(context, picture, lesson, values)
    if (!page.isFound && !page.lines.length && !page.portrait) return refused('DOCUMENT_NOT_FOUND', i)
    pages.push(i === 0 ? withMarks(page, marks) : page)
  }
  return context.time('learn', () => learnPages(pages, named))
}

/** Learns from the pictures that show one document; any other picture is left out and named. */
async function learnPages(
  pages: readonly StudiedPage[],
  named: readonly NamedField[],
): Promise<Learnt | LessonRefused> {
  const found = named.map((each) => ({
    each,
    at: pages[each.picture] && findNamed(each, pages[each.picture] as StudiedPage),
  }))
  const fields = found.flatMap(({ at }) => at ?? [])
  const shown = pages.map((page, picture) => {
    const own = fields.filter((field) => field.picture === picture)
    const boxes = own.map(({ box }) => box)
    return { page, picture, fields: own, named: boxes, holder: holderPlaces(page, boxes) }
  })
  const learnt = await learnShown(shown)
  if (!learnt.ok) return learnt
  const { content, used } = learnt
  return {
    ok: true,
    content,
    pictures: await Promise.all(pages.map(({ document }) => toJpeg(document))),
    zones: content.zones,
    notFound: found.flatMap(({ each, at }) => (at ? [] : [each])),
    leftOut: shown.flatMap(({ picture }) => (used.includes(picture) ? [] : [picture])),
  }
}

/** A picture with the holder's places on it. */
interface Shown extends Holding {
  picture: number
  fields: FoundField[]
  named: Box[]
}

async function learnShown(
  shown: readonly Shown[],
): Promise<{ ok: true; content: ModelContent; used: number[] } | LessonRefused> {
  const fitted = await fitPages(shown)
  if (!fitted) return refused('TOO_LITTLE_PRINT')
  const { base, fits, poor } = fitted
  if (fits.length < Math.max(Math.min(2, shown.length), shown.length / 2)) {
    // Which of two pictures is the wrong one is unknown: assume that it is not the one given first.
    const other = shown.find((_, i) => i > 0 && !fits.some(({ at }) => at === i)) ?? shown.at(-1)
    return refused('DIFFERENT_DOCUMENTS', other?.picture)
  }
  const { document } = (shown[base] as Shown).page
  const ratio = Math.round((10_000 * document.width) / document.height) / 10_000
  const size = printSize(ratio)
  // The picture that the others fit best comes first: they are aligned with it.
  const laid: Laid[] = [...fits]
    .sort((a, b) => Number(b.at === base) - Number(a.at === base))
    .map(({ at, map }) => {
      const each = shown[at] as Shown
      return { ...each, map, back: invertHomography(map), aligned: layOver(map, size, each.page.document) }
    })
  const onPrint = (box: Box, { back }: Laid): Place => placeOf(mapBox(back, box), size)
  const hidden = laid.flatMap((each) => each.holder.map((box) => onPrint(box, each)))
  const print = await drawPrint(
    laid.map(({ aligned }) => aligned),
    hidden,
    size,
  )
  const kept = registrable(print.greys, ownPixels(print.print, size))
  if (kept.anchors.length < MIN_ANCHORS) {
    // If one picture shows little, little is common to all of them: the light may cover it.
    return poor.length ? learnShown(shown.filter((_, i) => !poor.includes(i))) : refused('TOO_LITTLE_PRINT')
  }
  const zones = zonesOf(laid, onPrint)
  const drawn = await drawReference(
    { print: print.print, ratio, zones },
    laid.map(({ page, map }) => ({ source: page.source, map, lines: page.boxes })),
  )
  const strange = drawn ? strangersAmong(drawn.differences) : []
  if (strange.length) return learnShown(shown.filter((each) => !strange.some((i) => laid[i]?.picture === each.picture)))

  const fields = laid.flatMap((each) => each.fields.map((field) => ({ ...field, place: onPrint(field.box, each) })))
  return {
    ok: true,
    used: laid.map(({ picture }) => picture),
    content: {
      format: MODEL_FORMAT,
      ratio,
      pictures: laid.length,
      look: print.look,
      print: print.print,
      ...(drawn && { reference: drawn.reference }),
      fields: describeFields(fields),
      zones,
    },
  }
}

/** Pictures that differ from the others, if there are at least three; never half of them. */
function strangersAmong(differences: readonly Difference[]): number[] {
  if (differences.length < 3) return []
  const isStrange = (name: 'same' | 'like') => {
    const usual = median(differences.slice(1).flatMap(({ measures }) => measures[name] ?? []))
    return differences.map(({ measures }, i) => i > 0 && (measures[name] ?? usual) > usual + STRANGE)
  }
  const [patterns, prints] = [isStrange('same'), isStrange('like')]
  const strange = differences.flatMap((_, i) => (patterns[i] || prints[i] ? [i] : []))
  return strange.length < differences.length / 2 ? strange : []
}

/** A picture aligned with the first. */
interface Laid extends Shown {
  aligned: Picture
  /** Pixels of the print → pixels of the page, and the inverse. */
  map: Homography
  back: Homography
}

/** The teacher's marks replace what was found. */
const withMarks = (page: StudiedPage, marks: NonNullable<Lesson['marks']>): StudiedPage => ({
  ...page,
  ...Object.fromEntries(Object.entries(marks).map(([name, place]) => [name, boxOf(place, page.document)])),
})

/** Each zone where most of the pictures that show it have it. */
function zonesOf(laid: readonly Laid[], onPrint: (box: Box, each: Laid) => Place): ModelZone[] {
  return MODEL_ZONES.flatMap((name) => {
    const places = laid.flatMap((each) => {
      const box = each.page[name]
      return box ? [onPrint(box, each)] : []
    })
    return places.length > laid.length / 2 ? [{ name, box: joinBoxes(places) }] : []
  })
}

const refused = (refusal: LessonRefusal, picture?: number): LessonRefused => ({
  ok: false,
  refusal,
  ...(picture === undefined ? {} : { picture }),
})
