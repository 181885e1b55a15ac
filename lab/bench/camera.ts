import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { accept } from '../../src/formats/result.ts'
import { type CameraReport, cameraRequestOf } from '../../src/kernel/evidence/camera/camera-report.ts'
import { type CameraSignals, judgeFilmOf, judgeReport } from '../../src/kernel/evidence/camera/judge-camera.ts'
import { CAMERA_SIGNALS } from '../../src/kernel/evidence/capture-words.ts'
import { CAMERA_HEADER } from '../../src/kernel/evidence/contract/page-capture.ts'
import { readFilm } from '../../src/vision/document/film/read-film.ts'
import { decode } from '../../src/vision/picture/decode.ts'
import { quadOfPicture } from '../../src/vision/picture/quad.ts'
import { openReadEngine, type ReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'
import { PHONE } from '../../test/e2e/support/browser.ts'
import { type Stage, startStage } from '../../test/e2e/support/stage.ts'
import { walk } from '../../test/e2e/support/walk.ts'
import { basic, front, type WrittenEngine, writtenEngine } from '../../test/support/app.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import type { Measurement } from './support/bench.ts'
import { shootFilm } from './support/capture/film.ts'
import { injectCamera } from './support/capture/injected.ts'

/** The source of the pictures: Chromium's device, with or without a file, and a script of the page in its place. */
interface Injection {
  file?: 'film' | 'still'
  script?: Parameters<typeof injectCamera>[0]['kind']
}

const INJECTIONS: Record<string, Injection> = {
  'the browser’s own test device': {},
  'a film from a file': { file: 'film' },
  'a still from a file': { file: 'still' },
  'a film in a canvas': { script: 'film' },
  'a still in a canvas': { script: 'still' },
  'a canvas that says it is a device': { script: 'hidden' },
  'a film played too slowly': { script: 'slow' },
}

/** Longer than the page takes to capture automatically; then the shutter is pressed. */
const PATIENCE_MS = 8_000
const FAILED_MS = 90_000

/**
 * npm run bench -- camera [--count 6] [--only NAME]: the hosted page in a real Chromium (CHROMIUM) in live mode, with
 * fake cameras. Its reports and films are judged as in the service; films are drawn.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { count: { type: 'string', default: '6' }, only: { type: 'string' } } })
  const engine = writtenEngine()
  const reader = openReadEngine(DEFAULT_SETTINGS)
  const stage = await startStage({ engine, settings: { challenge: 'off' } })
  const { username, password } = await stage.makeLive()
  const rows: string[][] = []
  try {
    for (const [name, injection] of Object.entries(INJECTIONS)) {
      if (values.only && !name.includes(values.only)) continue
      const found: CameraSignals[] = []
      for (let seed = 0; seed < Number(values.count); seed++) {
        const signals = await tryOnce(
          { stage, engine, reader, authorization: basic(username, password) },
          injection,
          seed,
        )
        console.log(name, seed, JSON.stringify(signals))
        if (signals) found.push(signals)
      }
      const rate = (signal: (typeof CAMERA_SIGNALS)[number]) => {
        const known = found.filter((each) => each[signal] === 'present' || each[signal] === 'absent')
        return known.length ? `${known.filter((each) => each[signal] === 'present').length} of ${known.length}` : '–'
      }
      const any = found.filter((each) => Object.values(each).includes('present')).length
      rows.push([name, ...CAMERA_SIGNALS.map(rate), `${any} of ${found.length}`])
    }
  } finally {
    await stage.close()
  }
  console.log(`\n${renderTable({ title: 'Fake cameras', head: ['camera', ...CAMERA_SIGNALS, 'any'], rows })}`)
  return []
}

interface Place {
  stage: Stage
  engine: WrittenEngine
  reader: ReadEngine
  authorization: string
}

/** One document in front of one camera; undefined if the page took no picture. */
async function tryOnce(place: Place, { file, script }: Injection, seed: number): Promise<CameraSignals | undefined> {
  const frames = await shootFilm(500_000 + seed, [{ shows: 'front', seconds: 2 }])
  const folder = await mkdtemp(join(tmpdir(), 'limen-injected-'))
  const video = join(folder, 'camera.mjpeg')
  await writeFile(video, file === 'still' ? (frames[0] as Uint8Array) : frames)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(file ? [`--use-file-for-fake-video-capture=${video}`] : []),
    ],
  })
  try {
    const pictures = frames.filter((_, at) => at % 2 === 0).map((frame) => Buffer.from(frame).toString('base64'))
    return await show(place, browser, script && { kind: script, pictures })
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function show(
  { stage, engine, reader, authorization }: Place,
  browser: Browser,
  injected: Parameters<typeof injectCamera>[0] | undefined,
): Promise<CameraSignals | undefined> {
  const initialized = await fetch(`${stage.base}/api/v1/enrolment/initialize`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: crypto.randomUUID() }),
  })
  const { webEnrolmentUrl, sessionId } = (await initialized.json()) as { webEnrolmentUrl: string; sessionId: string }
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    bypassCSP: true,
  })
  const page = await context.newPage()
  if (injected) await page.addInitScript(injectCamera, injected)
  let seen: { picture: Uint8Array; film: readonly Uint8Array[] | undefined } | undefined
  engine.page = async (picture, asked) => {
    seen = { picture, film: asked?.film }
    return accept(front())
  }
  let report: CameraReport | undefined
  page.on('request', (request) => {
    if (request.url().endsWith('/enrolment/document')) report = JSON.parse(request.headers()[CAMERA_HEADER] ?? 'null')
  })
  const steps = walk(page)
  page.setDefaultTimeout(FAILED_MS)
  await page.goto(webEnrolmentUrl)
  await steps.press('start')
  await steps.press('cameraAllow')
  await page.locator('.viewfinder').waitFor()
  const taken = page.locator('.preview').first()
  const byItself = await taken.waitFor({ timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  )
  if (!byItself) await steps.button('shutter').click()
  for (const end = Date.now() + FAILED_MS; !seen && Date.now() < end; ) await page.waitForTimeout(200)
  await context.close()
  if (!seen) return undefined
  console.log(JSON.stringify(report))
  const { picture, film = [] } = seen
  const photo = await decode(picture)
  const { value } = await reader.read((read) => readFilm(read, { photo, quad: quadOfPicture(photo) }, film))
  return { ...judgeReport(report, cameraRequestOf(sessionId)), ...judgeFilmOf(value) }
}
