import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../packages/specimen/src/photograph/photograph.ts'
import { readPage } from '../../src/vision/document/read-page.ts'
import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { openEyes } from '../../test/e2e/support/browser.ts'
import { type Stage, startStage } from '../../test/e2e/support/stage.ts'
import { median, percentile } from '../evaluate/measure/overlap.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { WaitFigures } from '../evaluate/report/tables/wait.ts'
import type { Measurement } from './support/bench.ts'
import { openSession } from './support/enrol-session.ts'
import { LINES, waitForNext } from './support/next-screen.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { serve } from './support/serve.ts'

/** 12 megapixels. */
const LONG_SIDE = 4000
/** Pause between two people: workers that shared a page are both done. */
const PAUSE_MS = 200

/**
 * npm run bench -- wait [--photos=6] [--sessions=5]: photographs of 12 megapixels sent to the service with its real
 * workers, one at a time; and the time from "use this picture" to the next screen in a Chromium (CHROMIUM) on two
 * connections.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { photos: text, sessions: text } })
  const [photos, sessions] = [Number(values.photos ?? 6), Number(values.sessions ?? 5)]
  const stage = await startStage({ environment: { ENGINE_SECONDS: '120' } })
  try {
    const pictures = await photographsOf(photos)
    const wallMs = spread(await sendAll(pictures))
    const figures: WaitFigures = {
      answer: { pictures: photos, megapixels: 12, wallMs, ...(await readAlone(pictures)) },
      next: sessions ? await waitOnLines(stage, sessions) : [],
    }
    for (const table of tablesOf('wait', figures)) console.log(renderTable(table))
    return [{ set: 'wait', figures }]
  } finally {
    await stage.close()
  }
}

/** Passports, which have no back: the next screen asks for the selfie. */
async function photographsOf(count: number): Promise<Uint8Array[]> {
  const taken: Uint8Array[] = []
  for (let seed = 1; taken.length < count; seed++) {
    const { front } = await drawSpecimen({ kind: 'td3', seed })
    taken.push((await photograph(front, { seed, level: seed % 2 ? 'easy' : 'medium', size: LONG_SIDE })).jpeg)
  }
  return taken
}

/**
 * To the service as run by `npm start`, in milliseconds; each is first sent twice to warm up the workers' compilers.
 */
async function sendAll(pictures: readonly Uint8Array[]): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-wait-'))
  const service = await serve(folder, { API_USERNAME: USERNAME, API_PASSWORD: PASSWORD, ENGINE_SECONDS: '120' })
  try {
    while ((await fetch(`${service.address}/healthz`)).status !== 200) await sleep(50)
    const times: number[] = []
    for (const [at, picture] of [...pictures, ...pictures, ...pictures].entries()) {
      const send = await openSession(service.address)
      const started = performance.now()
      const { hasError } = await send('document', picture)
      if (hasError) throw new Error('a photograph was refused')
      if (at >= 2 * pictures.length) times.push(performance.now() - started)
      await sleep(PAUSE_MS)
    }
    return times
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In this process: the CPU time of all threads, and of the thread that the others wait for. */
async function readAlone(pictures: readonly Uint8Array[]): Promise<Pick<WaitFigures['answer'], 'cpuMs' | 'threadMs'>> {
  const engine = openReadEngine(DEFAULT_SETTINGS)
  const [all, own]: [number[], number[]] = [[], []]
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  for (const [at, picture] of [...pictures, ...pictures, ...pictures].entries()) {
    const [before, thread] = [process.cpuUsage(), process.threadCpuUsage()]
    await engine.read((context) => readPage(context, picture))
    if (at < 2 * pictures.length) continue // the first are for the compilers' warm-up
    all.push(sum(process.cpuUsage(before)))
    own.push(sum(process.threadCpuUsage(thread)))
  }
  return { cpuMs: spread(all), threadMs: spread(own) }
}

async function waitOnLines(stage: Stage, sessions: number): Promise<WaitFigures['next']> {
  const [picture] = await photographsOf(1)
  const eyes = await openEyes(picture as Uint8Array)
  const rows: WaitFigures['next'] = []
  try {
    for (const [line, conditions] of Object.entries(LINES)) {
      const waits = []
      for (let i = 0; i < sessions; i++)
        waits.push(await waitForNext(stage, eyes, { conditions, picture: picture as Uint8Array }))
      const kilobytes = Math.round(median(waits.map(({ bytes }) => bytes)) / 1000)
      rows.push({ line, looksMs: 0, sessions, kilobytes, waitMs: spread(waits.map(({ ms }) => ms)) })
      console.log(`${line}: ${waits.map(({ ms }) => Math.round(ms)).join(', ')} ms`)
    }
  } finally {
    await eyes.close()
  }
  return rows
}

const spread = (values: number[]) => ({ p50: median(values), p95: percentile(values, 0.95) })
