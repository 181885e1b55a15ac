import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { parseMrz } from '../../../src/formats/mrz/parse-mrz.ts'
import type { Place } from '../../../src/formats/place.ts'
import type { VisualField } from '../../../src/formats/visual-field.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import type { FaceResult, PageResult } from '../../../src/vision/engine.ts'
import type { ChallengeOutcome } from '../../../src/vision/face/challenge/challenge.ts'
import { boundsOf, shareOf } from '../../../src/vision/picture/box.ts'
import { barcode, mrz, passportPage, selfie, template } from '../../../test/kernel/decision/genuine.ts'

/** A session that is to wait for a reviewer: the engine's readings of its pictures, in order. */
export interface PreparedCase {
  kind: string
  pages: PageResult[]
  face: FaceResult
  challenge?: ChallengeOutcome
  body?: object
}

const TODAY = '2026-06-15'
const EYES = { left: { x: 0.4, y: 0.42 }, right: { x: 0.6, y: 0.42 } }
const STRANGER = template(0.1, 0.99)
type Spoil = (pages: PageReading[]) => PageReading[]

/** Ten kinds of doubt, from one character to everything at once. */
export const KINDS: Record<
  string,
  {
    specimen: 'td3' | 'td1' | 'us-licence'
    spoil?: Spoil
    face?: Partial<FaceResult['reading']>
    body?: object
    heat?: true
  }
> = {
  'a misread number': { specimen: 'td3', spoil: inMrz({ document_number: 'X98765432' }) },
  'several fields disagree': {
    specimen: 'td3',
    spoil: inMrz({ document_number: 'X98765432', primary_identifier: 'NOBODY', date_of_birth: '010101', sex: 'X' }),
  },
  'another face': { specimen: 'td3', face: { template: STRANGER } },
  'a licence whose barcode differs': {
    specimen: 'us-licence',
    spoil: (pages) =>
      pages.map((page) =>
        page.barcode
          ? { ...page, barcode: { ...page.barcode, fields: { ...page.barcode.fields, document_number: 'Z0000000' } } }
          : page,
      ),
  },
  'a card that is hard to read': { specimen: 'td1', spoil: (pages) => pages.map(unsure) },
  'an edited picture': {
    specimen: 'td3',
    heat: true,
    spoil: onFront({
      editor: 'Some Editor 1.0',
      authenticity: { edits: { score: 9, places: [{ x: 0.05, y: 0.2, width: 0.3, height: 0.5, about: 'portrait' }] } },
    }),
  },
  'a challenge that was not passed': { specimen: 'td3', face: { challenge: notPassed() } },
  'a copy of a card': { specimen: 'td1', spoil: onFront({ recapture: { score: 20, kinds: { copy: 0.8 } } }) },
  'a person announced as another': {
    specimen: 'td3',
    body: { applicantForm: { firstName: 'SOMEBODY', lastName: 'ELSE', dateOfBirth: '1950-01-01' } },
  },
  'everything at once': {
    specimen: 'td1',
    heat: true,
    spoil: (pages) =>
      onFront({
        editor: 'Some Editor 1.0',
        recapture: { score: 20, kinds: { copy: 0.8 } },
        authenticity: { edits: { score: 9 } },
      })(inMrz({ document_number: 'X98765432', primary_identifier: 'NOBODY' })(pages.map(unsure))),
    face: { template: STRANGER, liveness: { score: 30, kinds: { live: 0.3 } }, challenge: notPassed() },
  },
}

/** One case of a kind, different for each seed. */
export async function prepareCase(kind: string, seed: number): Promise<PreparedCase> {
  const plan = KINDS[kind]
  if (!plan) throw new Error(`there is no kind '${kind}'`)
  const { specimen, spoil = (pages: PageReading[]) => pages, face, body, heat } = plan
  const drawn = await drawSpecimen({ kind: specimen, seed, today: TODAY })
  const pictures = [drawn.front, ...(drawn.back ? [drawn.back] : [])]
  const portraitAt = drawn.truth.sides[0]?.regions.portrait
  const box = portraitAt && boundsOf(portraitAt)
  const portrait = await cut(drawn.front, box ?? { x: 0, y: 0, width: 100, height: 130 })
  const readings = spoil(
    drawn.truth.sides.map((side, at): PageReading => {
      const size = { width: side.width, height: side.height }
      const places = (quad: Parameters<typeof boundsOf>[0]): Place => shareOf(boundsOf(quad), size)
      const visual = side.visual.map(
        ({ name, value, date, quad }): VisualField => ({
          name,
          value,
          confidence: 96,
          pageSide: side.side,
          by: 'label',
          place: places(quad),
          ...(date && { date }),
        }),
      )
      const { mrz: mrzAt, barcode: barcodeAt } = side.regions
      const { mrz: _, ...page } = passportPage()
      return {
        ...page,
        side: side.side,
        twoSided: pictures.length > 1,
        country: specimen === 'us-licence' ? 'USA' : 'UTO',
        type: specimen === 'td3' ? 'PASSPORT' : specimen === 'td1' ? 'IDENTITY_CARD' : 'DRIVER_LICENSE',
        documentName: 'Prepared document',
        visual,
        features: { mrz: specimen !== 'us-licence', barcode: specimen === 'us-licence' },
        ...(mrzAt && { mrz: { ...readingOf(drawn.truth.mrz?.lines ?? []), place: places(mrzAt) } }),
        ...(barcodeAt && {
          barcode: { ...barcode(), fields: { ...drawn.truth.barcode?.fields }, place: places(barcodeAt) },
        }),
        ...(at === 0 && box && { portraitPlace: shareOf(box, size), portraitEyes: EYES }),
      }
    }),
  )
  const pages = await Promise.all(
    readings.map(async (reading, at): Promise<PageResult> => {
      const small = await sharp(pictures[at]).resize(1000).jpeg().toBuffer()
      const { side } = reading
      return {
        reading,
        hash: new Uint8Array(),
        images: {
          [`original_${side}`]: small,
          [`original_normalized_${side}`]: small,
          ...(at === 0 && { primary_face: portrait }),
          ...(heat && at === 0 && { authenticity_FRONT: await sharp(small).greyscale().jpeg().toBuffer() }),
        },
      }
    }),
  )
  const { challenge, ...seen } = face ?? {}
  const lighter = await sharp(portrait).modulate({ brightness: 1.1 }).jpeg().toBuffer()
  return {
    kind,
    pages,
    face: {
      reading: { ...selfie({ eyes: EYES, ...seen }), ...(challenge && { challenge }) },
      images: {
        face_original: lighter,
        face_cropped: lighter,
        ...(challenge && Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`challenge_${at}`, lighter]))),
      },
      hash: new Uint8Array(),
    },
    ...(body && { body }),
  }
}

/** The MRZ as drawn. */
function readingOf(lines: readonly string[]): NonNullable<PageReading['mrz']> {
  const parsed = parseMrz(lines, TODAY)
  return parsed.ok ? parsed.value.reading : mrz()
}

function inMrz(fields: NonNullable<PageReading['mrz']>['fields']): Spoil {
  return (pages) =>
    pages.map((page) =>
      page.mrz ? { ...page, mrz: { ...page.mrz, fields: { ...page.mrz.fields, ...fields } } } : page,
    )
}

function onFront(change: Partial<PageReading>): Spoil {
  return (pages) => pages.map((page) => (page.side === 'FRONT' ? { ...page, ...change } : page))
}

function unsure(page: PageReading): PageReading {
  return { ...page, visual: page.visual.map((field) => ({ ...field, confidence: 55 })) }
}

function notPassed(): ChallengeOutcome {
  const finding = (check: 'TIME' | 'MOVES' | 'HEAD', passed: boolean, reason: string) => ({
    check,
    passed,
    reason,
    used: {},
  })
  return {
    asked: ['LEFT', 'NEARER', 'RIGHT'],
    passed: false,
    findings: [
      finding('TIME', true, 'The frames came in time.'),
      finding('MOVES', false, 'The head did not turn to the left.'),
      finding('HEAD', false, 'What turned is flat.'),
    ],
    draws: 1,
    frames: 12,
    models: [],
  }
}

async function cut(picture: Uint8Array, box: { x: number; y: number; width: number; height: number }) {
  const left = Math.max(0, Math.round(box.x))
  const top = Math.max(0, Math.round(box.y))
  return sharp(picture)
    .extract({ left, top, width: Math.round(box.width), height: Math.round(box.height) })
    .jpeg()
    .toBuffer()
}
