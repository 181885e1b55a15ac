import { judgeDocument, type Verdict } from '../src/web/guidance/judge-frame.ts'
import { guidanceFrames, LABELS, type Label } from './support/guidance-frames.ts'

/** What the page must say to each; a document that is hardly in the frame may also be asked into it. */
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

/** npm run bench -- guidance [FRAMES [FIRST]]: is what the page says about a frame right, and how long does it take? */
export async function run([frames = String(FRAMES), first = String(FIRST)]: string[]): Promise<void> {
  const said: Record<string, Record<string, number>> = Object.fromEntries(LABELS.map((label) => [label, {}]))
  const times: number[] = []
  let right = 0
  for await (const { label, frame } of guidanceFrames(Number(first), Number(frames))) {
    const before = process.cpuUsage()
    const { verdict } = judgeDocument(frame, undefined)
    times.push(process.cpuUsage(before).user / 1000)
    const row = said[label] ?? {}
    row[verdict] = (row[verdict] ?? 0) + 1
    if (RIGHT[label].includes(verdict)) right += 1
  }
  console.table(said)
  const sharp = Object.values(said.sharp ?? {}).reduce((sum, count) => sum + count, 0)
  const alarms = sharp - (said.sharp?.ready ?? 0)
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
  const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} % (${part} of ${all})`
  console.log(`right: ${percent(right, times.length)}`)
  console.log(`false alarms on sharp frames: ${percent(alarms, sharp)}`)
  console.log(`CPU time a frame: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`)
}
