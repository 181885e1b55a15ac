import { readFileSync } from 'node:fs'
import path from 'node:path'
import { resource } from '../../platform/resources.ts'
import type { Normalisation } from './tensor.ts'

/** One slot of models.json: where the net comes from, its input, and the numbers measured with it. */
export interface NetEntry {
  purpose: string
  licence: string
  origin: string
  /** `model` is the net itself; the other files (such as a dictionary) are needed to interpret it. */
  files: { model: NetFile } & Record<string, NetFile>
  input?: NetInput
  thresholds?: Thresholds
}

/** A file from an npm package, from a converter, our own (`models/…`), or supplied by the operator. */
export interface NetFile {
  sha256: string
  /** Relative to the folder of fetched models; relative to the repository when `own`; absolute for an operator's. */
  path: string
  own?: boolean
}

interface NetInput extends Normalisation {
  name: string
  width: number
  height: number
}

/** Numbers that are valid for only one checksum, each with what it was measured on. */
interface Thresholds {
  sha256: string
  /** Other slots that were used in the measurement, with the checksum of their model. */
  with?: Record<string, string>
  values: Record<string, { value: number; measured: string }>
  curves?: Record<string, { points: [number, number][]; measured: string }>
}

export type NetList = Record<string, NetEntry>

/** An operator's slots; null disables a slot that the engine can do without. */
type OwnNetList = Record<string, NetEntry | null>

/** Slots that the engine can do without: the other recogniser then judges on its own, by its own curve. */
const OPTIONAL: readonly string[] = ['face-embed-second']

const SHIPPED = resource('src/vision/nets/models.json')

/**
 * The product's nets, with the operator's own in the slots that their file replaces. Throws when a threshold was not
 * stated for exactly the checksum of the net it is used with.
 */
export function readNetList(overrideFile?: string): NetList {
  const shipped = parse(SHIPPED)
  const list = overrideFile
    ? applyOverrides(shipped, parse<OwnNetList>(overrideFile), path.dirname(overrideFile))
    : shipped
  for (const [name, entry] of Object.entries(list)) checkThresholds(name, entry, list)
  return list
}

/** The pictures that the self-test reads. */
export function readSamples(): { crowd: NetFile; group: NetFile } {
  const { samples } = JSON.parse(readFileSync(SHIPPED, 'utf8')) as { samples: { crowd: NetFile; group: NetFile } }
  return samples
}

export function thresholdOf(entry: NetEntry, name: string): number {
  const found = entry.thresholds?.values[name]
  if (!found) throw new Error(`the model for "${entry.purpose}" states no threshold "${name}"`)
  return found.value
}

export function curveOf(entry: NetEntry, name: string): [number, number][] {
  const found = entry.thresholds?.curves?.[name]
  if (!found) throw new Error(`the model for "${entry.purpose}" states no curve "${name}"`)
  return found.points
}

export function inputOf(entry: NetEntry): NetInput {
  if (!entry.input) throw new Error(`the model for "${entry.purpose}" states no input`)
  return entry.input
}

function applyOverrides(shipped: NetList, own: OwnNetList, folder: string): NetList {
  const list = { ...shipped }
  for (const [name, entry] of Object.entries(own)) {
    const slot = shipped[name]
    if (!slot) throw new Error(`there is no model slot "${name}"; the slots are ${Object.keys(shipped).join(', ')}`)
    if (entry === null) {
      if (!OPTIONAL.includes(name)) throw new Error(`the engine cannot do without the model "${name}"`)
      delete list[name]
      continue
    }
    requireSameNumbers(name, slot, entry)
    const files = Object.entries(entry.files).map(([role, file]) => [
      role,
      { ...file, path: path.resolve(folder, file.path) },
    ])
    list[name] = { ...entry, files: Object.fromEntries(files) }
  }
  return list
}

/** An operator's net must state every number that the slot's own net states. */
function requireSameNumbers(name: string, slot: NetEntry, entry: NetEntry): void {
  const numbers = (thresholds: Thresholds | undefined) => [
    ...Object.keys(thresholds?.values ?? {}),
    ...Object.keys(thresholds?.curves ?? {}),
  ]
  const stated = numbers(entry.thresholds)
  const missing = numbers(slot.thresholds).filter((number) => !stated.includes(number))
  if (missing.length) throw new Error(`model "${name}": state ${missing.join(', ')} as measured with this model`)
}

function checkThresholds(name: string, { files, thresholds }: NetEntry, list: NetList): void {
  if (!files?.model) throw new Error(`model "${name}" names no file`)
  for (const [other, sha256] of Object.entries(thresholds?.with ?? {})) {
    if (list[other]?.files.model.sha256 === sha256) continue
    throw new Error(`model "${name}": its thresholds were measured with another "${other}"; state them again, or null`)
  }
  if (thresholds && thresholds.sha256 !== files.model.sha256) {
    throw new Error(`model "${name}": its thresholds were measured with another model (${thresholds.sha256})`)
  }
}

function parse<List = NetList>(file: string): List {
  const parsed = JSON.parse(readFileSync(file, 'utf8')) as { models: List }
  if (!parsed.models || typeof parsed.models !== 'object') throw new Error(`${file} has no "models"`)
  return parsed.models
}
