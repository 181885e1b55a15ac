import { createCanvas, loadImage } from '@napi-rs/canvas'
import { CHIP_FORGERIES } from '../../../../packages/specimen/src/chip/forge-chip.ts'
import type { TestChip } from '../../../../packages/specimen/src/chip/test-chips.ts'
import { contentsOf, makeNamedChip } from '../../../../packages/specimen/src/chip/write-chip.ts'
import { drawSpecimen, type Specimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { fictionalPerson, yearsAfter } from '../../../../packages/specimen/src/issue/person.ts'
import { stateOf } from '../../../../packages/specimen/src/issue/states.ts'
import type { SideTruth } from '../../../../packages/specimen/src/issue/truth.ts'
import { type Film, film } from '../../../../packages/specimen/src/photograph/film.ts'
import { forge } from '../../../../packages/specimen/src/photograph/forge.ts'
import { layOnPaper } from '../../../../packages/specimen/src/photograph/paper.ts'
import { photograph, type Subject } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { random } from '../../../../packages/specimen/src/random.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import type { Face, Faces } from '../redteam/show-trick.ts'
import { ISSUERS, KINDS, type Row, WITHOUT_CARD } from './rows.ts'

/** What the page sends: pictures with their films, and the selfie. */
export interface Shown {
  document: string
  pages: Uint8Array[]
  films: Uint8Array[][]
  selfie: Uint8Array
  holder: Face
  specimen: Specimen
}

const VICTIMS_APART = 61

/** One document of the row with its holder, filmed; another take differs in light and hand movement. */
export async function show(faces: Faces, name: string, row: Row, number: number, take: number): Promise<Shown> {
  const kinds = row.kinds ?? KINDS
  const issuers = row.issuers ?? ISSUERS
  const issuer = issuers[number % issuers.length] ?? 'DEU'
  const drawn = kinds[number % kinds.length] ?? 'td3'
  const kind = drawn === 'td1' && WITHOUT_CARD.includes(issuer) ? 'td3' : drawn
  const country = kind === 'us-licence' ? 'USA' : issuer
  const seed = `assurance ${name} ${number}`
  const holder = await (row.selfie === 'web photograph' ? faces.known(number) : faces.person(number))
  const portrait = { picture: holder.picture, crop: holder.head }
  const own = await drawSpecimen({ kind, country, seed, portrait })
  const victim = await faces.known(number + VICTIMS_APART)
  const genuine = await originalOf(row, own, { kind, country, seed }, portrait, victim)
  const shot = { level: row.level ?? ('medium' as const), seed: `${seed} ${take}` }
  const sides = await Promise.all(
    sidesOf(genuine).map(async (side, at): Promise<Film> => {
      const options = { ...shot, seed: `${shot.seed} ${at}` }
      const taken = await filmSide(row, side, options)
      const truth = genuine.truth.sides[at]
      const donor = sidesOf(own)[at]
      const parts = truth && row.change && row.change !== 'portrait glued over' ? partsOf(truth, row.change) : []
      if (!truth || !donor || !parts.length) return taken
      const other = await photograph(donor, { ...options, seed: `${options.seed} donor` })
      const jpeg = await forge(taken.still, other, { parts, sheet: truth, blended: true, quality: 92 })
      return { ...taken, still: { ...taken.still, jpeg } }
    }),
  )
  return {
    document: `${country} ${kind}`,
    pages: sides.map(({ still }) => still.jpeg),
    films: sides.map(({ frames }) => frames),
    selfie: holder.other,
    holder,
    specimen: own,
  }
}

/** The document in front of the camera if the forger's own is only a source for pasting; otherwise his own. */
async function originalOf(
  { change }: Row,
  own: Specimen,
  drawn: { kind: Specimen['truth']['kind']; country: string; seed: string },
  portrait: { picture: Uint8Array; crop: Face['head'] },
  victim: Face,
): Promise<Specimen> {
  const ofVictim = { picture: victim.picture, crop: victim.head }
  switch (change) {
    case 'portrait':
      return drawSpecimen({ ...drawn, portrait: ofVictim })
    case 'value and MRZ': {
      const person = fictionalPerson(drawn.seed, stateOf(drawn.country).language)
      return drawSpecimen({
        ...drawn,
        portrait,
        person: { ...person, dateOfBirth: yearsAfter(person.dateOfBirth, -3) },
      })
    }
    case 'portrait glued over': {
      const genuine = await drawSpecimen({ ...drawn, portrait: ofVictim })
      const frame = own.truth.sides[0]?.regions.portrait
      return frame ? { ...genuine, front: await glue(genuine.front, own.front, boundsOf(frame)) } : genuine
    }
    default:
      return own
  }
}

/** A photograph cut out by hand and glued over the portrait: slightly too large, and with a thin shadow. */
async function glue(onto: Uint8Array, from: Uint8Array, frame: ReturnType<typeof boundsOf>): Promise<Uint8Array> {
  const [base, photo] = await Promise.all([loadImage(Buffer.from(onto)), loadImage(Buffer.from(from))])
  const canvas = createCanvas(base.width, base.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(base, 0, 0)
  pen.shadowColor = 'rgba(0,0,0,0.45)'
  pen.shadowBlur = 6
  pen.shadowOffsetX = 3
  pen.shadowOffsetY = 3
  const more = 0.015 * frame.width
  pen.drawImage(
    photo,
    frame.x,
    frame.y,
    frame.width,
    frame.height,
    frame.x - more,
    frame.y - more,
    frame.width + 2 * more,
    frame.height + 2 * more,
  )
  return canvas.toBuffer('image/jpeg', 95)
}

function partsOf({ visual, regions }: SideTruth, of: 'portrait' | 'value and MRZ') {
  if (of === 'portrait') return regions.portrait ? [regions.portrait] : []
  const values = visual.filter(({ name }) => name === 'date_of_birth' || name === 'personal_number')
  return [...values.map(({ quad }) => quad), ...(regions.mrz ? [regions.mrz] : [])]
}

/** The fraction of a fine display's contrast that reaches the camera. */
const FINE_GRID = 0.12

async function filmSide(
  { shown }: Row,
  side: Uint8Array,
  options: { seed: string; level: 'easy' | 'medium' | 'hard' },
) {
  if (shown === 'fine-screen') return film('screen', side, { ...options, grid: FINE_GRID })
  if (shown === 'photo-paper') return film(await onPhotoPaper(side, options.seed), side, options)
  return film(shown ?? 'original', side, options)
}

/**
 * Continuous tone without dots, as printed by a photo lab: 300 pixels per inch, with its own tint, on a white sheet.
 */
async function onPhotoPaper(side: Uint8Array, seed: string): Promise<Subject> {
  const source = random(`photo paper/${seed}`)
  const image = await loadImage(Buffer.from(side))
  const small = createCanvas(Math.round(image.width * 0.85), Math.round(image.height * 0.85))
  const pen = small.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.filter = `contrast(${source.between(0.95, 1.1)}) saturate(${source.between(0.9, 1.15)}) brightness(${source.between(0.95, 1.05)})`
  pen.drawImage(image, 0, 0, small.width, small.height)
  return layOnPaper(small, source)
}

const sidesOf = ({ front, back }: Specimen): Uint8Array[] => [front, ...(back ? [back] : [])]

const FORGERIES = Object.keys(CHIP_FORGERIES)
const GENUINE_CHIP = 'ecdsa-p256-sha256'

export async function chipOf(
  { specimen, holder }: Shown,
  chip: 'genuine' | 'forged',
  number: number,
): Promise<TestChip> {
  const name = chip === 'genuine' ? GENUINE_CHIP : (FORGERIES[number % FORGERIES.length] ?? GENUINE_CHIP)
  return makeNamedChip(name, await contentsOf(specimen, holder.picture))
}
