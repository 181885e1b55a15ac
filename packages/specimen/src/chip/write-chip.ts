import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { countryOf } from '../../../../src/formats/text/countries.ts'
import type { Specimen } from '../draw/draw-specimen.ts'
import type { Truth } from '../issue/truth.ts'
import { encodePortrait } from './encode-portrait.ts'
import { CHIP_FORGERIES, type ChipForgery, forgeChip } from './forge-chip.ts'
import { CHIP_PROFILES, type ChipContents, type ChipProfileName, makeTestChip, type TestChip } from './test-chips.ts'
import { writeCom } from './write-groups.ts'

/** The content of a drawn document's chip. Its portrait is `picture`, or the printed one. */
export async function contentsOf({ front, truth }: Specimen, picture?: Uint8Array): Promise<ChipContents> {
  if (!truth.mrz) throw new Error('a document without a machine readable zone has no chip')
  const portrait = picture ?? (await printedPortrait(front, truth))
  const { surname, givenNames } = truth.holder
  return {
    country: countryOf(truth.country)?.alpha2 ?? 'UT',
    mrz: truth.mrz.lines,
    fullName: `${surname}<<${givenNames}`,
    authority: 'TEST AUTHORITY',
    dateOfIssue: truth.dateOfIssue,
    portraits: { JPEG: await encodePortrait(portrait, 'JPEG'), JPEG2000: await encodePortrait(portrait, 'JPEG2000') },
    otherPortrait: await encodePortrait(await sharp(portrait).flop().negate().toBuffer(), 'JPEG'),
  }
}

async function printedPortrait(front: Uint8Array, { sides }: Truth): Promise<Uint8Array> {
  const quad = sides[0]?.regions.portrait
  if (!quad) return front
  const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)]
  const [left, top] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))]
  return sharp(front)
    .extract({ left, top, width: Math.round(Math.max(...xs)) - left, height: Math.round(Math.max(...ys)) - top })
    .toBuffer()
}

/** The genuine chips by name, and the forged ones. */
export const CHIP_NAMES = [...Object.keys(CHIP_PROFILES), ...Object.keys(CHIP_FORGERIES)] as const

export const makeNamedChip = (name: string, contents: ChipContents): TestChip =>
  Object.hasOwn(CHIP_FORGERIES, name)
    ? forgeChip(name as ChipForgery, contents)
    : makeTestChip(name as ChipProfileName, contents)

/** One row of truth.json: the expected answer of `chip verify`. */
interface ChipTruth {
  name: string
  files: string[]
  trust: string
  country: string
  expect: TestChip['expect']['verdict']
  activeAuthentication: TestChip['expect']['activeAuthentication']
  challenge?: string
}

/** The files of chips by path: a folder for each with a folder `trust` in it, and truth.json. */
export function writeChips(contents: ChipContents, names: readonly string[]): Record<string, Uint8Array | string> {
  const written: Record<string, Uint8Array | string> = {}
  const truth = names.map((name): ChipTruth => {
    const { sod, groups, answer, trust, expect } = makeNamedChip(name, contents)
    const challenge = answer && randomBytes(8)
    const files: Record<string, Uint8Array> = {
      'EF.COM.bin': writeCom(groups.keys()),
      'EF.SOD.bin': sod,
      ...Object.fromEntries([...groups].map(([number, bytes]) => [`DG${number}.bin`, bytes])),
      ...(answer && challenge && { 'AA.bin': answer(challenge) }),
    }
    for (const [file, bytes] of Object.entries(files)) written[`${name}/${file}`] = bytes
    for (const { name: file, bytes } of trust) written[`${name}/trust/${file}`] = bytes
    return {
      name,
      files: Object.keys(files),
      trust: `${name}/trust`,
      country: contents.country,
      expect: expect.verdict,
      activeAuthentication: expect.activeAuthentication,
      ...(challenge && { challenge: challenge.toString('hex') }),
    }
  })
  written['truth.json'] = `${JSON.stringify(truth, undefined, 2)}\n`
  return written
}
