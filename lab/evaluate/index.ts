import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/platform/cli/usage.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import type { EvaluationSet, Findings } from './evaluation.ts'
import { keptNets } from './measure/kept-nets.ts'
import { progressBar } from './measure/progress.ts'
import { renderTable } from './measure/table.ts'
import { keepFigures } from './report/figures.ts'
import { ISO_SETS } from './report/iso/report.ts'
import { writeIsoReport } from './report/iso/write-report.ts'
import { isMeasured } from './report/measured.ts'
import { assurance } from './sets/assurance/assurance.ts'
import { drawn } from './sets/authenticity/drawn.ts'
import { edits } from './sets/authenticity/edits.ts'
import { tampered } from './sets/authenticity/tampered.ts'
import { corners } from './sets/documents/corners.ts'
import { documents } from './sets/documents/documents.ts'
import { issued } from './sets/documents/issued.ts'
import { issuers } from './sets/documents/issuers.ts'
import { layouts } from './sets/documents/layouts.ts'
import { mrzTurned } from './sets/documents/mrz-turned.ts'
import { ordinary } from './sets/documents/ordinary.ts'
import { recapture } from './sets/documents/recapture.ts'
import { specimens } from './sets/documents/specimens.ts'
import { unseen } from './sets/documents/unseen.ts'
import { vectors } from './sets/documents/vectors.ts'
import { world } from './sets/documents/world.ts'
import { age } from './sets/faces/age.ts'
import { faces } from './sets/faces/faces.ts'
import { facesGood } from './sets/faces/faces-good.ts'
import { facesMade } from './sets/faces/faces-made.ts'
import { facesPrinted } from './sets/faces/faces-printed.ts'
import { facesQuality } from './sets/faces/faces-quality.ts'
import { facesRobust } from './sets/faces/faces-robust.ts'
import { liveness } from './sets/faces/liveness.ts'
import { livenessClose } from './sets/faces/liveness-close.ts'
import { livenessDistance } from './sets/faces/liveness-distance.ts'
import { livenessJoint } from './sets/faces/liveness-joint.ts'
import { masks } from './sets/faces/masks.ts'
import { samePhotograph } from './sets/faces/same-photograph.ts'
import { whoPays } from './sets/faces/who-pays.ts'
import { redteamChip } from './sets/redteam/chips.ts'
import { redteam } from './sets/redteam/redteam.ts'
import { redteamSeal } from './sets/redteam/seals.ts'
import { redteamTaught } from './sets/redteam/taught.ts'
import { screening } from './sets/screening/screening.ts'
import { seals } from './sets/seals/seals.ts'
import { policy } from './sets/sessions/policy.ts'
import { sessions } from './sets/sessions/sessions.ts'
import { ablation } from './sets/taught/ablation.ts'
import { imitations } from './sets/taught/imitations.ts'
import { taught } from './sets/taught/taught.ts'
import { triples } from './sets/taught/triples.ts'

const SETS: EvaluationSet[] = [
  documents,
  issued,
  unseen,
  taught,
  triples,
  imitations,
  ablation,
  corners,
  mrzTurned,
  recapture,
  ordinary,
  tampered,
  edits,
  drawn,
  vectors,
  faces,
  facesPrinted,
  facesRobust,
  samePhotograph,
  facesQuality,
  facesGood,
  facesMade,
  masks,
  liveness,
  livenessClose,
  livenessDistance,
  livenessJoint,
  age,
  whoPays,
  specimens,
  issuers,
  layouts,
  world,
  policy,
  sessions,
  redteam,
  redteamChip,
  redteamSeal,
  redteamTaught,
  assurance,
  seals,
  screening,
]

const USAGE = `evaluate --data DIR (not for screening) [--only ${SETS.map(({ name }) => name).join(',')}] [--json FILE] [--figures] [--plots DIR] [--models FILE] [--explain] [--keep DIR] [--from N] [--count N] [--add FILE]
evaluate --report iso [--data DIR (measured again; else the figures of docs/figures)] [--json FILE]`

export const help = (): string => USAGE

/** Measures the engine on a folder of labelled pictures, and prints and writes the results. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'string' },
      figures: { type: 'boolean' },
      plots: { type: 'string' },
      report: { type: 'string' },
      models: { type: 'string' },
      // Documents, issued and unseen: report the step that lost each missed value; a folder that keeps the nets' answers for
      // the next run.
      explain: { type: 'boolean' },
      keep: { type: 'string' },
      // Specimens, turned pictures, sessions: which of them, or how many of each row; specimens: the JSON of an earlier
      // part to add.
      from: { type: 'string' },
      count: { type: 'string' },
      add: { type: 'string' },
    },
  })
  if (values.report !== undefined && values.report !== 'iso') throw new UsageError(USAGE)
  if (values.report && !values.data) return report({}, values.json)
  const sets = chosen(values.only ?? (values.report && measuredHere(ISO_SETS)))
  if (!values.data && !sets.every(({ needsNoData }) => needsNoData)) throw new UsageError(USAGE)

  // Reported before hours of measuring, not after them.
  const unkept = values.figures ? sets.find(({ name }) => !isMeasured(name)) : undefined
  if (unkept) throw new UsageError(`${unkept.name} has no tables in the docs, so --figures cannot keep it: use --json`)

  if (values.figures && values.keep)
    throw new UsageError('--keep answers for the nets, so --figures would not say what they cost')

  const engine = openReadEngine({ ...DEFAULT_SETTINGS, ...(values.models && { modelsFile: values.models }) })
  const part = {
    ...(values.from && { from: wholeNumber('from', values.from) }),
    ...(values.count && { count: wholeNumber('count', values.count) }),
  }
  const earlier = values.add ? JSON.parse(await readFile(values.add, 'utf8')) : {}
  const json: Record<string, unknown> = {}
  const kept: Record<string, unknown> = {}
  for (const set of sets) {
    const folder = path.join(values.data ?? '.', set.folder)
    if (!existsSync(folder)) {
      console.log(`${set.name}: skipped, there is no ${folder}`)
      continue
    }
    const findings = await set.run({
      engine,
      folder,
      progress: progressBar(set.name),
      explain: values.explain ?? false,
      ...(values.keep && { nets: keptNets(engine.nets, values.keep) }),
      part,
      earlier: earlier[set.name],
    })
    json[set.name] = findings.json
    kept[set.name] = findings.figures ?? findings.json
    if (!values.report) for (const table of findings.tables) console.log(`\n${renderTable(table)}`)
    if (values.plots) await writePlots(values.plots, findings)
    if (values.figures) await keep(set.name, findings)
  }
  if (values.report) await report(kept, values.json)
  else if (values.json) await writeFile(values.json, `${JSON.stringify(json, null, 2)}\n`)
}

/** The sets of a report that this command measures; whole sessions take too long to be part of it. */
const measuredHere = (names: readonly string[]): string =>
  names.filter((name) => name !== 'redteam' && SETS.some((set) => set.name === name)).join(',')

/** Prints the report; its data goes into the file. */
async function report(measuredNow: Record<string, unknown>, file: string | undefined): Promise<void> {
  const { markdown, json } = await writeIsoReport(measuredNow)
  console.log(markdown)
  if (file) await writeFile(file, `${JSON.stringify(json, null, 2)}\n`)
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} is a whole number, not "${value}"`)
  return Number(value)
}

function chosen(only: string | undefined): EvaluationSet[] {
  if (!only) return SETS
  return only.split(',').map((name) => {
    const set = SETS.find((candidate) => candidate.name === name.trim())
    if (!set) throw new Error(`there is no set "${name}"; ${USAGE}`)
    return set
  })
}

/** Into docs/figures, from which the tables of the pages are generated. */
async function keep(name: string, { json, figures }: Findings): Promise<void> {
  if (!isMeasured(name)) throw new Error(`${name} has no tables in lab/evaluate/report/measured.ts`)
  const data = SETS.find((set) => set.name === name)?.needsNoData ? '' : '--data DIR '
  await keepFigures(name, figures ?? json, `npm run evaluate -- ${data}--only ${name}`)
}

async function writePlots(folder: string, { plots = {} }: Findings): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, svg] of Object.entries(plots)) await writeFile(path.join(folder, `${name}.svg`), svg)
}
