import { parseArgs } from 'node:util'
import { nameSides } from '../../src/apps/hosted-page/corners/corner-net.ts'
import { judgeDocument, type Verdict } from '../../src/apps/hosted-page/guidance/judge-frame.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { Measurement } from './support/bench.ts'
import { measureFaceGuidance } from './support/guidance-faces.ts'
import { guidanceFrames, LABELS, type Label } from './support/guidance-frames.ts'
import { openPageCorners } from './support/page-net.ts'
import { Tally } from './support/tally.ts'

/**
 * What the page must say for each; for a document that is barely in the frame it may also ask to move it into the
 * frame.
 */
const RIGHT: Record<Label, Verdict[]> = {
  sharp: ['ready'],
  blurred: ['blurred'],
  glare: ['glare'],
  dark: ['dark'],
  'cut-off': ['cutOff', 'searching'],
}

/** The seeds that the limits were chosen on are below 200,000. */
const FIRST = 200_000
const FRAMES = 300

/**
 * npm run bench -- guidance [FRAMES [FIRST]] [--data DIR [--half first]]: is the page's guidance for a frame right, and
 * how long does it take? Documents are drawn; faces come from the labelled folder, from the half that no limit was
 * chosen on.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { data: { type: 'string' }, half: { type: 'string', default: 'second' } },
  })
  const [frames = FRAMES, first = FIRST] = positionals.map(Number)
  const found: Measurement[] = []
  if (frames > 0) {
    const tally = new Tally<Label>(LABELS, RIGHT)
    const byNet = new Tally<Label>(LABELS, RIGHT)
    const net = openPageCorners()
    for await (const { label, frame, shown } of guidanceFrames(first, frames)) {
      tally.add(
        label,
        tally.time(() => judgeDocument(frame, undefined).verdict),
      )
      // The net runs in parallel; the time of the frame is measured.
      const { pixels, picture } = shown()
      const named = nameSides(net(pixels), picture)
      byNet.add(
        label,
        byNet.time(() => judgeDocument(frame, undefined, named).verdict),
      )
    }
    found.push({ set: 'guidanceNet', figures: byNet.figures('sharp') })
    found.push({ set: 'guidanceDocuments', figures: tally.figures('sharp') })
  }
  if (values.data) found.push(await measureFaceGuidance(values.data, values.half === 'first' ? 'first' : 'second'))
  else console.log('faces: give --data DIR with labelled pictures to measure the guidance of the selfie as well')
  for (const { set, figures } of found) {
    if (set !== 'guidanceDocuments' && set !== 'guidanceNet' && set !== 'guidanceFaces') continue
    console.log(`\n${set}`)
    for (const table of tablesOf(set, figures)) console.log(`\n${renderTable(table)}`)
    console.log(`CPU time a frame: median ${figures.cpuMs.p50} ms, 95th percentile ${figures.cpuMs.p95} ms`)
  }
  return found
}
