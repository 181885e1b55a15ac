import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Spent } from '../evaluate/report/tables/speed.ts'
import type { Measurement } from './support/bench.ts'
import { photographs } from './support/photographs.ts'
import type { Answered, Asked, Task } from './support/reader.ts'

const READER = path.join(import.meta.dirname, 'support/reader.ts')
const HERE = fileURLToPath(new URL('../..', import.meta.url))

/**
 * npm run bench -- versus --with=TREE [--with=TREE] [--data DIR] [--pages=12] [--faces=16] [--rounds=3 | --once]
 * [--commit=NAME]: compares this tree with earlier clones in one run. The same pictures go to all in turn, so that
 * other load on the machine affects all; without --data, pages are drawn specimens. Against one clone the minimum of several rounds counts; with --once each
 * picture is read once, like a person's picture. Each TREE has its packages and models; --commit names them in the same
 * order.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      with: { ...text, multiple: true },
      data: text,
      pages: text,
      faces: text,
      rounds: text,
      once: { type: 'boolean' },
      commit: { ...text, multiple: true },
    },
  })
  const { with: trees = [], data, commit = [] } = values
  if (!trees[0]) throw new Error('say --with=TREE')
  const names = trees.map((tree, i) => commit[i] ?? path.basename(tree))
  const readers = await Promise.all([...trees.map((tree) => path.resolve(tree)), HERE].map(startReader))
  const rounds = values.once ? 0 : Number(values.rounds ?? 3)
  const measure = async (task: Task, files: string[]) => {
    return { task, pictures: files.length, spent: (await leastOf(readers, task, files, rounds)).map(sumUp) }
  }
  const [pages, faces] = [Number(values.pages ?? 12), Number(values.faces ?? 16)]
  const folder = await mkdtemp(path.join(tmpdir(), 'limen-versus-'))
  const tasks = data
    ? [
        await measure('page', evenly(path.join(data, 'documents'), pages)),
        await measure('face', evenly(path.join(data, 'liveness'), faces)),
      ]
    : [await measure('page', await drawInto(folder, pages))]
  for (const { child } of readers) child.kill()
  await rm(folder, { recursive: true })
  const found = values.once ? onceEach(names, tasks) : severalTimes(names[0] as string, rounds, tasks)
  const tables = found.set === 'versus' ? tablesOf('versus', found.figures) : tablesOf('versusOnce', found.figures)
  for (const table of tables) if (table.rows.length) console.log(renderTable(table))
  return [found]
}

interface Measured {
  task: Task
  pictures: number
  /** Results of each tree, this one last. */
  spent: Spent[]
}

const onceEach = (earlier: string[], tasks: Measured[]) => ({ set: 'versusOnce', figures: { earlier, tasks } }) as const

const severalTimes = (earlier: string, rounds: number, tasks: Measured[]) =>
  ({
    set: 'versus',
    figures: {
      earlier,
      rounds,
      tasks: tasks.map(({ spent, ...rest }) => ({ ...rest, before: spent[0] as Spent, after: spent.at(-1) as Spent })),
    },
  }) as const

/** Photographed specimens, the same in every run. */
async function drawInto(folder: string, count: number): Promise<string[]> {
  const files: string[] = []
  for (const [at, jpeg] of (await photographs(count)).entries()) {
    const file = path.join(folder, `${at}.jpg`)
    await writeFile(file, jpeg)
    files.push(file)
  }
  return files
}

/** This many pictures of a folder, evenly over their names. */
function evenly(folder: string, count: number): string[] {
  const all = readdirSync(folder)
    .filter((file) => /\.(jpe?g|png)$/.test(file))
    .sort()
  return Array.from({ length: Math.min(count, all.length) }, (_, i) =>
    path.join(folder, all[Math.floor(((i + 0.5) * all.length) / count)] ?? ''),
  )
}

interface Reader {
  child: ChildProcess
  /** Rejects when the process ends. */
  exited: Promise<never>
}

/** The worker start of that tree; earlier ones had no flags, or defined them elsewhere. */
async function startReader(tree: string): Promise<Reader> {
  const file = ['src/vision', 'src/engine']
    .map((name) => path.join(tree, name, 'process/engine-flags.ts'))
    .find(existsSync)
  const { ENGINE_FLAGS = [], ENGINE_ALLOCATOR = {} } = file ? await import(pathToFileURL(file).href) : {}
  const env = { ...process.env, ...ENGINE_ALLOCATOR }
  const child = fork(READER, [tree], { execArgv: ['--no-warnings', ...ENGINE_FLAGS], env })
  const exited = new Promise<never>((_, fail) =>
    child.once('exit', () => fail(new Error(`the reader of ${tree} ended`))),
  )
  exited.catch(() => undefined) // it ends when everything is read
  return { child, exited }
}

async function leastOf(readers: readonly Reader[], task: Task, files: string[], rounds: number) {
  const best: Answered[][] = readers.map(() => [])
  // The first of several rounds warms up nets and compiler, and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const [at, file] of files.entries()) {
      for (const [which, reader] of readers.entries()) {
        const answer = await ask(reader, { task, file })
        const known = best[which]?.[at]
        if ((round > 0 || rounds === 0) && best[which]) best[which][at] = known ? least(known, answer) : answer
      }
    }
  }
  return best
}

async function ask({ child, exited }: Reader, asked: Asked): Promise<Answered> {
  child.send(asked)
  const [answer] = await Promise.race([once(child, 'message'), exited])
  return answer as Answered
}

const least = (a: Answered, b: Answered): Answered => ({
  cpuMs: Math.min(a.cpuMs, b.cpuMs),
  wallMs: Math.min(a.wallMs, b.wallMs),
  steps: Object.fromEntries(
    Object.keys({ ...a.steps, ...b.steps }).map((step) => [
      step,
      Math.min(a.steps[step] ?? Number.POSITIVE_INFINITY, b.steps[step] ?? Number.POSITIVE_INFINITY),
    ]),
  ),
})

function sumUp(answers: readonly Answered[]): Spent {
  const cpu = answers.map(({ cpuMs }) => cpuMs)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / answers.length
  const steps = new Set(answers.flatMap((answer) => Object.keys(answer.steps)))
  return {
    cpuMs: { p50: median(cpu), p95: percentile(cpu, 0.95), mean: mean(cpu) },
    wallMs: { p50: median(answers.map(({ wallMs }) => wallMs)) },
    steps: Object.fromEntries([...steps].map((step) => [step, mean(answers.map((answer) => answer.steps[step] ?? 0))])),
  }
}
