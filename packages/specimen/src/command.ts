import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../../src/platform/cli/usage.ts'
import { CHIP_NAMES, contentsOf, writeChips } from './chip/write-chip.ts'
import { drawSpecimen, type Specimen, type SpecimenOptions } from './draw/draw-specimen.ts'
import { licenceIssuerCodes } from './issue/jurisdictions.ts'
import { stateCodes } from './issue/states.ts'
import { FAULTS, KINDS } from './issue/truth.ts'
import { ATTACKS, type Attack, attack } from './photograph/attacks.ts'
import { DEFECTS, LEVELS, type Photograph, type PhotographOptions, photograph } from './photograph/photograph.ts'

export const help = (): string => usage

const usage = `usage: specimen --kind KIND [--out DIR] [options]

Draws a document that nobody issued, of somebody who does not exist, and writes front.jpg,
back.jpg where there is one, and truth.json with everything that is printed on it.

  --kind KIND          ${KINDS.join(', ')}
  --country CODE       ${stateCodes().join(', ')} (default UTO, the fictional Utopia)
  --region CODE        issuer of a US licence: ${licenceIssuerCodes().join(', ')}
  --seed N             the same seed gives the same document (default 1)
  --paper N            documents of one number share their background, as an issuer's do
  --count N            that many documents, with seeds from N on, each in a folder of its own
  --portrait FILE      a picture of a head and shoulders (default: a drawn placeholder)
  --sex M|F            to go with the portrait
  --fault FAULT        ${FAULTS.join(', ')}; may be given several times
  --today DATE         the day on which the document is shown, such as 2026-06-15 (default today)
  --png                PNG files for the drawn sides
  --photographed       also front-photo.jpg and back-photo.jpg, as a phone would take them
  --level LEVEL        ${LEVELS.join(', ')} (default medium)
  --turn DEGREES       0, 90, 180, 270 or any
  --defect DEFECT      ${DEFECTS.join(', ')}
  --chip               also chip/: what the document's chip holds, signed by a test authority in every
                       way that states sign, forged in every way, with truth.json; for chip verify
  --chip-kind KIND     only this one; may be given several times: ${CHIP_NAMES.join(', ')}
  --attack ATTACK      photographs of a reproduction instead: ${ATTACKS.join(', ')}
  --out DIR            where to write (default specimen)`

export async function run(args: string[]): Promise<void> {
  const values = read(args)
  if (values.help || !values.kind) {
    if (!values.help) throw new UsageError(usage)
    console.log(usage)
    return
  }
  const out = values.out ?? 'specimen'
  const count = whole('count', values.count) ?? 1
  const first = whole('seed', values.seed) ?? 1
  const portrait = values.portrait ? { portrait: { picture: await readFile(values.portrait) } } : {}
  for (let seed = first; seed < first + count; seed++) {
    const folder = count > 1 ? join(out, String(seed)) : out
    const files = await write(
      folder,
      { ...specimenOptions(values), ...portrait, seed },
      photographOptions(values, seed),
      values,
    )
    console.log(`${folder}: ${files.join(', ')}`)
  }
}

type Values = ReturnType<typeof read>

function read(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        kind: { type: 'string' },
        country: { type: 'string' },
        region: { type: 'string' },
        seed: { type: 'string' },
        paper: { type: 'string' },
        count: { type: 'string' },
        portrait: { type: 'string' },
        sex: { type: 'string' },
        fault: { type: 'string', multiple: true },
        today: { type: 'string' },
        png: { type: 'boolean' },
        photographed: { type: 'boolean' },
        level: { type: 'string' },
        turn: { type: 'string' },
        defect: { type: 'string' },
        attack: { type: 'string' },
        chip: { type: 'boolean' },
        'chip-kind': { type: 'string', multiple: true },
        out: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    return values
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}\n\n${usage}`)
  }
}

async function write(
  folder: string,
  options: SpecimenOptions,
  camera: PhotographOptions,
  values: Values,
): Promise<string[]> {
  const drawn = await drawSpecimen(options)
  const { front, back, truth } = drawn
  const files: Record<string, Uint8Array | string> = {}
  const photographs: Record<string, Omit<Photograph, 'jpeg'>> = {}
  const ending = values.png ? 'png' : 'jpg'
  const kind = oneOf('attack', values.attack, ATTACKS)
  for (const [name, picture] of [['front', front] as const, ...(back ? [['back', back] as const] : [])]) {
    files[`${name}.${ending}`] = picture
    if (!values.photographed && !kind) continue
    const { jpeg, ...where } = await take(picture, kind, { ...camera, seed: `${camera.seed}/${name}` })
    files[`${name}-photo.jpg`] = jpeg
    photographs[name] = where
  }
  const taken = Object.keys(photographs).length > 0 ? { photographs } : {}
  files['truth.json'] = `${JSON.stringify({ ...truth, ...taken }, undefined, 2)}\n`
  const chips = await chipFiles(drawn, values, options.portrait?.picture)
  for (const [name, content] of Object.entries({ ...files, ...chips })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return [...Object.keys(files), ...(Object.keys(chips).length > 0 ? ['chip/'] : [])]
}

async function chipFiles(drawn: Specimen, values: Values, portrait: Uint8Array | undefined) {
  const kinds = (values['chip-kind'] ?? []).map((kind) => oneOf('chip-kind', kind, CHIP_NAMES) ?? kind)
  if (!values.chip && kinds.length === 0) return {}
  if (!drawn.truth.mrz) throw new UsageError('--chip needs a document with a machine readable zone: td3, td1 or td2')
  const written = writeChips(await contentsOf(drawn, portrait), kinds.length > 0 ? kinds : CHIP_NAMES)
  return Object.fromEntries(Object.entries(written).map(([name, content]) => [`chip/${name}`, content]))
}

function take(picture: Uint8Array, kind: Attack | undefined, options: PhotographOptions): Promise<Photograph> {
  return kind ? attack(kind, picture, options) : photograph(picture, options)
}

function specimenOptions(values: Values): SpecimenOptions {
  const kind = oneOf('kind', values.kind, KINDS)
  if (!kind) throw new UsageError(usage)
  const country = oneOf('country', values.country, [...stateCodes(), 'D'])
  const region = oneOf('region', values.region, licenceIssuerCodes())
  const sex = oneOf('sex', values.sex, ['M', 'F'] as const)
  const paper = whole('paper', values.paper)
  const faults = (values.fault ?? [])
    .map((fault) => oneOf('fault', fault, FAULTS))
    .filter((fault) => fault !== undefined)
  if (values.today && !/^\d{4}-\d{2}-\d{2}$/.test(values.today))
    throw new UsageError(`--today takes a date such as 2026-06-15`)
  return {
    kind,
    faults,
    ...(country && { country }),
    ...(region && { region }),
    ...(sex && { sex }),
    ...(paper !== undefined && { paper }),
    ...(values.today && { today: values.today }),
    ...(values.png && { format: 'png' as const }),
  }
}

function photographOptions(values: Values, seed: number): PhotographOptions {
  const level = oneOf('level', values.level, LEVELS)
  const defect = oneOf('defect', values.defect, DEFECTS)
  const turn = oneOf('turn', values.turn, ['0', '90', '180', '270', 'any'] as const)
  const degrees = turn === 'any' ? turn : (Number(turn ?? 0) as 0 | 90 | 180 | 270)
  return { seed, ...(level && { level }), ...(defect && { defect }), ...(turn && { turn: degrees }) }
}

function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (!choice) throw new UsageError(`--${name} takes one of ${choices.join(', ')}`)
  return choice
}

function whole(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number`)
  return Number(value)
}
