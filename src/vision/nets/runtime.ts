import './no-telemetry.ts' // before the runtime itself
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node'
import { FETCHED_NETS, ROOT } from '../../platform/resources.ts'
import type { ModelUse } from '../document/page-reading.ts'
import type { Picture } from '../picture/picture.ts'
import { inputOf, type NetEntry, type NetFile, readNetList } from './net-list.ts'
import { spreadPrelu } from './spread-prelu.ts'
import { type Tensor, toTensor } from './tensor.ts'

export type { Tensor }

/** A network that is loaded and verified, with its entry in models.json. */
export interface Net {
  name: string
  sha256: string
  entry: NetEntry
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>
  /** The text of a companion file, such as a recogniser's dictionary. */
  text(role: string): Promise<string>
}

export interface Nets {
  /** Throws when its file is missing or is not the one in models.json; does not load it. */
  check(name: string): Promise<void>
  /** Loads on first use and caches. Throws when the file is missing or is not the one in models.json. */
  get(name: string): Promise<Net>
  /** False when there is no such slot: then its result stays unknown. */
  has(name: string): boolean
}

interface NetOptions {
  /** The folder into which tools/models.mjs fetched the files. */
  folder?: string
  /** A JSON file with the operator's own slots. */
  overrides?: string
}

export function openNets({ folder = FETCHED_NETS, overrides }: NetOptions = {}): Nets {
  const list = readNetList(overrides)
  const loaded = new Map<string, Promise<Net>>()

  const entryOf = (name: string): NetEntry => {
    const entry = list[name]
    if (!entry) throw new Error(`there is no model "${name}"`)
    return entry
  }

  const load = async (name: string): Promise<Net> => {
    const entry = entryOf(name)
    const session = await openSession(spreadPrelu(await readChecked(name, entry.files.model, folder)))
    return {
      name,
      sha256: entry.files.model.sha256,
      entry,
      run: (feeds) => runSession(session, feeds),
      async text(role) {
        const file = entry.files[role]
        if (!file) throw new Error(`model "${name}" has no ${role}`)
        return (await readChecked(name, file, folder)).toString('utf8')
      },
    }
  }

  return {
    async check(name) {
      await readChecked(name, entryOf(name).files.model, folder)
    },
    get(name) {
      const known = loaded.get(name)
      if (known) return known
      const net = load(name)
      loaded.set(name, net)
      // A missing file may come back, so the failure is not cached.
      net.catch(() => loaded.delete(name))
      return net
    },
    has: (name) => Object.hasOwn(list, name),
  }
}

/** The same nets, calling `onRun` each time one of them runs. */
export function watchNets(nets: Nets, onRun: (use: ModelUse) => void): Nets {
  return {
    check: (name) => nets.check(name),
    async get(name) {
      const net = await nets.get(name)
      return {
        ...net,
        run(feeds) {
          onRun({ name, sha256: net.sha256 })
          return net.run(feeds)
        },
      }
    },
    has: (name) => nets.has(name),
  }
}

/** One thread per session, as the pool runs one process per core; without spinning, an idle worker costs nothing. */
function openSession(bytes: Uint8Array): Promise<InferenceSession> {
  return InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // With memory patterns for every input size, a worker uses a fifth more memory and is no faster.
    enableMemPattern: false,
    // If kept for the next run, the working memory of twenty nets adds 120 MB to a worker. Single large nets are then 5
    // % faster; for whole pages, two runs show no difference.
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    extra: {
      session: {
        // Weights near zero (denormals) made one detector take 165 ms instead of 61.
        set_denormal_as_zero: '1',
        intra_op: { allow_spinning: '0' },
        inter_op: { allow_spinning: '0' },
      },
    },
  })
}

async function runSession(session: InferenceSession, feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> {
  const inputs = Object.entries(feeds).map(([name, { data, dims }]) => [name, new OrtTensor('float32', data, dims)])
  const outputs = await session.run(Object.fromEntries(inputs))
  const tensors = Object.entries(outputs).map(([name, value]) => {
    const data =
      value.data instanceof Float32Array ? value.data : Float32Array.from(value.data as ArrayLike<number>, Number)
    return [name, { data, dims: [...value.dims] }]
  })
  return Object.fromEntries(tensors)
}

/** Where a file of a net lies. */
export const placeOf = (file: NetFile, folder: string): string => path.resolve(file.own ? ROOT : folder, file.path)

async function readChecked(name: string, file: NetFile, folder: string): Promise<Buffer> {
  const where = placeOf(file, folder)
  const bytes = await readFile(where).catch((cause) => {
    throw new Error(`model "${name}" is not at ${where}; run "node tools/models.mjs"`, { cause })
  })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== file.sha256)
    throw new Error(`model "${name}" at ${where} is not the one that was measured (${sha256})`)
  return bytes
}

/** The output of our nets that classify; the name is part of the model files. */
export const PREDICTION = 'told'

/** Runs a net on one picture, which has the size of its input. */
export function showPicture(net: Net, picture: Picture): Promise<Record<string, Tensor>> {
  const input = inputOf(net.entry)
  return net.run({ [input.name]: toTensor(picture, input) })
}
