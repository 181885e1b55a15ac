import sharp from 'sharp'
import type { TestChip } from '../../../../packages/specimen/src/chip/test-chips.ts'
import { drawSpecimen, type Specimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { fictionalPerson, yearsAfter } from '../../../../packages/specimen/src/issue/person.ts'
import { stateOf } from '../../../../packages/specimen/src/issue/states.ts'
import type { Kind, SideTruth } from '../../../../packages/specimen/src/issue/truth.ts'
import { attack } from '../../../../packages/specimen/src/photograph/attacks.ts'
import { forge } from '../../../../packages/specimen/src/photograph/forge.ts'
import { type Photograph, photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { boundsOf, clipBox, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import { TRICKS, type Trick, type TrickName } from './kinds.ts'

/**
 * A face that an attacker has: the photograph to print, another one of the same person, and the position of the head.
 */
export interface Face {
  picture: Uint8Array
  other: Uint8Array
  head: { x: number; y: number; width: number; height: number }
}

export interface Faces {
  /** A person in front of the camera. The same picture, slightly modified, serves as a second one. */
  person(number: number): Promise<Face>
  /** A person with two photographs on the web. */
  known(number: number): Promise<Face>
}

/** What is sent: the sides of the document, front first, and the selfie. */
export interface Shown {
  /** The document of the pages. */
  document: string
  pages: Uint8Array[]
  selfie: Uint8Array
  /** The reading of the chip, if one was sent. */
  chip?: TestChip
}

/** Countries that the generator has a layout for: a forgery claims to be from a real issuer. */
export const ISSUERS = ['DEU', 'FRA', 'ESP', 'SWE', 'CZE', 'POL', 'ROU', 'HUN', 'EST', 'SVK', 'UKR'] as const
export const KINDS = ['td3', 'td1'] as const satisfies Kind[]

/** The faces are in the order of their names. */
const VICTIMS_APART = 61

export async function showTrick(faces: Faces, trick: TrickName, number: number): Promise<Shown> {
  const plan: Trick = TRICKS[trick]
  const kind = KINDS[number % KINDS.length] ?? 'td3'
  const country = ISSUERS[number % ISSUERS.length] ?? 'DEU'
  const shown = await (plan.selfie === 'person' ? faces.person(number) : faces.known(number))
  const drawn = { kind, country, seed: `${trick} ${number}` }
  const { pages, sides } = await showDocument(plan, drawn, shown, await faces.known(number + VICTIMS_APART))
  const selfie = await showFace(plan, shown, pages[0], sides[0])
  return { document: `${country} ${kind}`, pages: pages.map(({ jpeg }) => jpeg), selfie }
}

interface Drawn {
  kind: Kind
  country: string
  seed: string
}

/** The pictures of the document's sides, front first. */
async function showDocument(
  plan: Trick,
  drawn: Drawn,
  holder: Face,
  victim: Face,
): Promise<{ pages: Photograph[]; sides: SideTruth[] }> {
  const { edit } = plan
  const portrait = { picture: holder.picture, crop: holder.head }
  const own = await drawSpecimen({ ...drawn, portrait, faults: plan.fault ? [plan.fault] : [] })
  if (!edit) return { pages: await showSides(plan, drawn.seed, own), sides: own.truth.sides }

  // The victim's document is photographed, and the forger's parts come from a photograph of a document that he drew.
  const genuine = await drawSpecimen(
    edit.of === 'portrait'
      ? { ...drawn, portrait: { picture: victim.picture, crop: victim.head } }
      : { ...drawn, portrait, person: younger(drawn) },
  )
  const [bases, donors] = await Promise.all([
    showSides(plan, drawn.seed, genuine),
    showSides(plan, `${drawn.seed} donor`, own),
  ])
  const pages = await Promise.all(
    bases.map(async (base, at) => {
      const [side, donor] = [genuine.truth.sides[at], donors[at]]
      const parts = side ? partsOf(side, edit.of) : []
      if (!side || !donor || !parts.length) return base
      const jpeg = await forge(base, donor, { parts, sheet: side, blended: edit.blended, quality: 92 })
      return { ...base, jpeg }
    }),
  )
  return { pages, sides: genuine.truth.sides }
}

/** The person of the document, born some years later. */
function younger({ country, seed }: Drawn) {
  const person = fictionalPerson(seed, stateOf(country).language)
  return { ...person, dateOfBirth: yearsAfter(person.dateOfBirth, -3) }
}

const partsOf = ({ visual, regions }: SideTruth, of: NonNullable<Trick['edit']>['of']) => {
  if (of === 'portrait') return regions.portrait ? [regions.portrait] : []
  const values = visual.filter(({ name }) => name === 'date_of_birth' || (name === 'personal_number' && of !== 'value'))
  return [...values.map(({ quad }) => quad), ...(of === 'value and MRZ' && regions.mrz ? [regions.mrz] : [])]
}

function showSides({ document }: Trick, seed: string, { front, back }: Specimen): Promise<Photograph[]> {
  const sides = [front, ...(back ? [back] : [])]
  return Promise.all(
    sides.map(async (side, at) => {
      const options = { seed: `${seed} ${at}`, level: 'easy' } as const
      if (document === 'photographed') return photograph(side, options)
      return document === 'file' ? asFile(side) : attack(document, side, options)
    }),
  )
}

async function asFile(jpeg: Uint8Array): Promise<Photograph> {
  const { width, height } = await sharp(jpeg).metadata()
  const [right, bottom] = [width - 0.5, height - 0.5]
  return {
    jpeg,
    width,
    height,
    quad: [
      { x: -0.5, y: -0.5 },
      { x: right, y: -0.5 },
      { x: right, y: bottom },
      { x: -0.5, y: bottom },
    ],
  }
}

async function showFace(
  { selfie }: Trick,
  { picture, other }: Face,
  front: Photograph | undefined,
  side: SideTruth | undefined,
): Promise<Uint8Array> {
  if (selfie === 'same photograph') {
    return enlarged(await sharp(picture).modulate({ brightness: 1.06 }).jpeg({ quality: 85 }).toBuffer())
  }
  return selfie === 'cut from the document' ? cutPortrait(front, side) : Promise.resolve(other)
}

/** The portrait in the photograph of the document, with its surroundings. */
async function cutPortrait(front: Photograph | undefined, side: SideTruth | undefined): Promise<Uint8Array> {
  const portrait = side?.regions.portrait
  if (!front || !side || !portrait) throw new Error('the front has a portrait')
  const { data, width, height } = warpQuad(await decode(front.jpeg), front.quad, side)
  const { x, y, width: across, height: down } = clipBox(scaleBox(boundsOf(portrait), 1.25), side)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: Math.round(x), top: Math.round(y), width: Math.round(across), height: Math.round(down) })
    .resize({ width: 900 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

const enlarged = (picture: Uint8Array): Promise<Uint8Array> =>
  sharp(picture).autoOrient().resize({ width: 900, kernel: 'lanczos3' }).jpeg({ quality: 90 }).toBuffer()
