import type { Learnt, Lesson, LessonRefusal, LessonRefused, NamedField } from '../../../actions/ports/teaching.ts'
import { MODEL_FORMAT, MODEL_ZONES, type ModelZone } from '../../../domain/document/model.ts'
import type { Place } from '../../../domain/document/place.ts'
import { type Box, joinBoxes } from '../../picture/box.ts'
import { toJpeg } from '../../picture/decode.ts'
import { type Homography, invertHomography } from '../../picture/matrix.ts'
import type { Picture } from '../../picture/picture.ts'
import { shrinkTo } from '../../picture/shrink.ts'
import type { ReadContext } from '../../read-engine.ts'
import { greysOf } from '../greys.ts'
import { boxOf, mapBox, placeOf } from '../place.ts'
import { hide, ownPixels, printSize } from '../print.ts'
import { layOver, MIN_SHARE, registerPage } from '../recognise.ts'
import { registrable } from '../register/register.ts'
import { describeFields, describeLabels } from './describe-fields.ts'
import { drawPrint } from './draw-print.ts'
import { type FoundField, findNamed } from './find-named.ts'
import { holderPlaces } from './hide-holder.ts'
import { type StudiedPage, studyPage } from './study-page.ts'

const MOST_PICTURES = 5
/** Fewer places that can be found again would be found on other documents too. */
const MIN_ANCHORS = 24

/** Learns how one side of a document looks and where its values stand. */
export async function learnDocument(context: ReadContext, lesson: Lesson): Promise<Learnt | LessonRefused> {
  const { pictures, named, marks = {} } = lesson
  if (!pictures.length) return refused('NO_PICTURES')
  if (pictures.length > MOST_PICTURES) return refused('TOO_MANY_PICTURES')
  const pages: StudiedPage[] = []
  for (const [i, picture] of pictures.entries()) {
    const page = await studyPage(context, picture, lesson)
    if (!page.isFound && !page.lines.length && !page.portrait) return refused('DOCUMENT_NOT_FOUND', i)
    pages.push(i === 0 ? withMarks(page, marks) : page)
  }
  return context.time('learn', () => learnPages(pages, named))
}

async function learnPages(
  pages: readonly StudiedPage[],
  named: readonly NamedField[],
): Promise<Learnt | LessonRefused> {
  const [first] = pages as [StudiedPage]
  const ratio = first.document.width / first.document.height
  const size = printSize(ratio)
  const found = named.map((each) => ({
    each,
    at: pages[each.picture] && findNamed(each, pages[each.picture] as StudiedPage),
  }))
  const fields = found.flatMap(({ at }) => at ?? [])
  const fieldsOf = (picture: number) => fields.filter((field) => field.picture === picture)

  // The first picture is what the others are laid over.
  const holderOf = (page: StudiedPage, picture: number) =>
    holderPlaces(
      page,
      fieldsOf(picture).map(({ box }) => box),
    )
  const base = await shrinkTo(first.document, size)
  const own = new Uint8Array(size.width * size.height).fill(1)
  for (const box of holderOf(first, 0)) hide(own, placeOf(box, first.document), size)
  const reference = registrable(greysOf(base), own)
  if (reference.anchors.length < MIN_ANCHORS) return refused('TOO_LITTLE_PRINT')
  const laid: Laid[] = [{ page: first, picture: 0, aligned: base, back: scaling(first.document, size) }]
  for (const [i, page] of pages.entries()) {
    if (i === 0) continue
    const registered = await registerPage({ registrable: reference }, size, page.document)
    if (!registered || registered.share < MIN_SHARE) return refused('DIFFERENT_DOCUMENTS', i)
    const back = invertHomography(registered.map)
    laid.push({ page, picture: i, aligned: layOver(registered.map, size, page.document), back })
  }

  const onPrint = (box: Box, { back }: Laid): Place => placeOf(mapBox(back, box), size)
  const hidden = laid.flatMap((each) => holderOf(each.page, each.picture).map((box) => onPrint(box, each)))
  const print = await drawPrint(
    laid.map(({ aligned }) => aligned),
    hidden,
    size,
  )
  const kept = registrable(print.greys, ownPixels(print.print, size))
  if (kept.anchors.length < MIN_ANCHORS) return refused('TOO_LITTLE_PRINT')
  const zones = zonesOf(laid, onPrint)
  const placed = (field: FoundField) => onPrint(field.box, laid[field.picture] as Laid)
  const labels = describeLabels(
    laid.map((each) => ({
      page: each.page,
      named: fieldsOf(each.picture).map(({ box }) => box),
      onPrint: (box: Box) => onPrint(box, each),
    })),
  )
  return {
    ok: true,
    content: {
      format: MODEL_FORMAT,
      ratio: Math.round(10_000 * ratio) / 10_000,
      pictures: pages.length,
      look: print.look,
      print: print.print,
      fields: describeFields(
        fields.map((field) => ({ ...field, place: placed(field) })),
        labels,
      ),
      zones,
      labels,
    },
    pictures: await Promise.all(pages.map(({ document }) => toJpeg(document))),
    zones,
    notFound: found.flatMap(({ each, at }) => (at ? [] : [each])),
  }
}

/** A picture laid over the first. */
interface Laid {
  page: StudiedPage
  picture: number
  aligned: Picture
  /** Pixels of the page → pixels of the print. */
  back: Homography
}

const scaling = (from: Picture, to: { width: number; height: number }): Homography => {
  const [across, down] = [to.width / from.width, to.height / from.height]
  return [across, 0, (across - 1) / 2, 0, down, (down - 1) / 2, 0, 0, 1]
}

/** What the teacher marked counts instead of what was found. */
const withMarks = (page: StudiedPage, marks: NonNullable<Lesson['marks']>): StudiedPage => ({
  ...page,
  ...Object.fromEntries(Object.entries(marks).map(([name, place]) => [name, boxOf(place, page.document)])),
})

/** Each zone where most pictures that show it have it. */
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
