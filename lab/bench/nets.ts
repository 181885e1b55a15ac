import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { FETCHED_NETS } from '../../src/platform/resources.ts'
import { readNetList } from '../../src/vision/nets/net-list.ts'
import { openNets, placeOf } from '../../src/vision/nets/runtime.ts'
import { spreadPrelu } from '../../src/vision/nets/spread-prelu.ts'
import { askedOf, QUESTIONS } from '../../src/vision/process/self-test.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { NetCostFigures } from '../evaluate/report/tables/speed.ts'
import type { Measurement } from './support/bench.ts'

type Net = NetCostFigures['nets'][number]

/** Typical shapes of pages; the self-test uses smaller ones. */
const SHAPES: Record<string, Record<string, number[]>> = {
  'text-places': { picture: [1, 3, 480, 768] },
  'text-lines': { line: [1, 1, 32, 256] },
  'mrz-lines': { line: [2, 1, 32, 640] },
  traces: { page: [1, 3, 704, 1104] },
  'face-surface': { face: [1, 3, 128, 128] },
  'face-embed-second': { input: [1, 3, 112, 112] },
}
const RUNS = 25

/** npm run bench -- nets: the operations of each net, and its time on one thread. */
export async function run(): Promise<Measurement[]> {
  const nets: Net[] = []
  for (const name of new Set([...Object.keys(QUESTIONS), ...Object.keys(SHAPES)])) nets.push(await measure(name))
  const figures: NetCostFigures = { nets }
  for (const table of tablesOf('netCost', figures)) console.log(renderTable(table))
  return [{ set: 'netCost', figures }]
}

async function measure(name: string): Promise<Net> {
  const inputs = SHAPES[name] ?? QUESTIONS[name]?.inputs
  const entry = readNetList()[name]
  if (!inputs || !entry) throw new Error(`there is no net "${name}"`)
  const feeds = askedOf({ inputs, size: {} })
  const net = await openNets().get(name)
  const times: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const before = process.cpuUsage()
    await net.run(feeds)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const model = readFileSync(placeOf(entry.files.model, FETCHED_NETS))
  const [plain, fast] = [await watch(model, feeds, 'disabled'), await watch(spreadPrelu(model), feeds, 'all')]
  const byOperation = Object.entries(Object.groupBy(fast, ({ operation }) => operation))
    .map(([operation, nodes = []]) => ({ operation, took: nodes.reduce((sum, { took }) => sum + took, 0) }))
    .toSorted((a, b) => b.took - a.took)
  const all = byOperation.reduce((sum, { took }) => sum + took, 0)
  const [dearest] = byOperation
  return {
    name,
    shape: Object.values(inputs)[0] ?? [],
    gigaFlops: plain.reduce((sum, { flops }) => sum + flops, 0) / 1e9,
    cpuMs: Math.min(...times),
    dearest: { operation: dearest?.operation ?? '', share: (dearest?.took ?? 0) / all },
  }
}

/** One operation of a net as reported by the runtime. */
interface Node {
  operation: string
  took: number
  flops: number
}

/** Runs the net a few times with the runtime's profiler: the minimum for each node. */
async function watch(model: Uint8Array, feeds: ReturnType<typeof askedOf>, level: 'all' | 'disabled'): Promise<Node[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nets-'))
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    graphOptimizationLevel: level,
    enableProfiling: true,
    profileFilePrefix: path.join(folder, 'net'),
    logSeverityLevel: 3,
  })
  const tensors = Object.entries(feeds).map(([name, { data, dims }]) => [name, new Tensor('float32', data, dims)])
  for (let i = 0; i < 6; i++) await session.run(Object.fromEntries(tensors))
  session.endProfiling()
  const [file = ''] = await readdir(folder)
  const events = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ProfileEvent[]
  rmSync(folder, { recursive: true })
  const least = new Map<string, ProfileEvent>()
  for (const event of events) {
    if (event.cat !== 'Node' || !event.name.endsWith('_kernel_time')) continue
    const known = least.get(event.name)
    if (!known || event.dur < known.dur) least.set(event.name, event)
  }
  return [...least.values()].map(({ args, dur }) => ({ operation: args.op_name, took: dur, flops: flopsOf(args) }))
}

interface ProfileEvent {
  cat: string
  name: string
  dur: number
  args: NodeArguments
}

interface NodeArguments {
  op_name: string
  /** Each as `{ type: shape }`. */
  input_type_shape?: Record<string, number[]>[]
  output_type_shape?: Record<string, number[]>[]
}

/** Multiply-add operations: one for every weight used in every number of the output. */
function flopsOf({ op_name, input_type_shape = [], output_type_shape = [] }: NodeArguments): number {
  const shapes = input_type_shape.map((each) => Object.values(each)[0] ?? [])
  const output = Object.values(output_type_shape[0] ?? {})[0] ?? []
  if (/Conv/.test(op_name)) {
    const weights = shapes.slice(1).find(({ length }) => length >= 3)
    return weights ? 2 * sizeOf(output) * (sizeOf(weights) / (weights[0] ?? 1)) : 0
  }
  return /MatMul|Gemm/.test(op_name) ? 2 * sizeOf(output) * (shapes[0]?.at(-1) ?? 0) : 0
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, length) => product * length, 1)
