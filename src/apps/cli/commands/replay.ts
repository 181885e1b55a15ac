import { writeFileSync } from 'node:fs'
import { tryPolicy } from '../../../kernel/decision/change-policy.ts'
import { loadPolicyFile } from '../../../kernel/decision/policy-file.ts'
import { changed, type Replayed, type Tally } from '../../../kernel/decision/replay.ts'
import { type DecisionOutcome, OUTCOMES } from '../../../kernel/decision/rule.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { noSuchTenant } from '../../../platform/cli/usage.ts'

/** What would change, as a table for a terminal. `shown` are the first of the sessions whose outcome changes. */
export function formatReplay(tally: Tally, shown: Replayed[]): string {
  const head = row('was \\ would be', [...OUTCOMES, 'all'])
  const body = OUTCOMES.map((before) =>
    row(before, [...OUTCOMES.map((after) => tally.moves[before][after]), sum(tally, before)]),
  )
  const lines = [head, '-'.repeat(head.length), ...body, '', summary(tally)]

  const causes = Object.entries(tally.because).toSorted(([, a], [, b]) => b - a)
  if (causes.length) lines.push('', 'because of', ...causes.map(([name, times]) => `  ${name.padEnd(28)} ${times}`))
  if (shown.length) {
    lines.push('', 'sessions that would change')
    for (const { id, before, after, because } of shown) {
      lines.push(`  ${id}  ${before.outcome} ${before.score} → ${after.outcome} ${after.score}  ${because.join(', ')}`)
    }
  }
  return lines.join('\n')
}

function summary(tally: Tally): string {
  const count = changed(tally)
  const share = tally.sessions ? ((100 * count) / tally.sessions).toFixed(1) : '0.0'
  return `${count} of ${tally.sessions} sessions (${share} %) would be decided otherwise. Nothing was changed.`
}

const row = (head: string, cells: (string | number)[]): string =>
  head.padEnd(16) + cells.map((cell) => String(cell).padStart(10)).join('')

const sum = ({ moves }: Tally, before: DecisionOutcome): number =>
  OUTCOMES.reduce((all, after) => all + moves[before][after], 0)

const WIDTH = 720
const HEIGHT = 420
const TOP = 70
const BAR = 18
const LEFT = 150
const RIGHT = WIDTH - 150
const GAP = 18
const ROOM = HEIGHT - TOP - 40 - GAP * (OUTCOMES.length - 1)

const COLOUR: Record<DecisionOutcome, string> = { approve: '#2f7d4f', refer: '#b7791f', reject: '#b03a3a' }

/** What would change, as a Sankey diagram: a band from each outcome to each, as thick as its number of sessions. */
export function drawReplay(tally: Tally, titles: { before: string; after: string }): string {
  const scale = tally.sessions ? ROOM / tally.sessions : 0
  const left = stack(
    OUTCOMES.map((from) => total(OUTCOMES.map((to) => tally.moves[from][to]))),
    scale,
  )
  const right = stack(
    OUTCOMES.map((to) => total(OUTCOMES.map((from) => tally.moves[from][to]))),
    scale,
  )
  const share = tally.sessions ? ((100 * changed(tally)) / tally.sessions).toFixed(1) : '0.0'

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${tally.sessions} sessions, ${changed(tally)} decided otherwise (${share} %)</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${WIDTH / 2}" y="24" text-anchor="middle" font-size="16">${changed(tally)} of ${tally.sessions} sessions would be decided otherwise (${share} %)</text>`,
    `<text x="${LEFT}" y="50" text-anchor="end">${escapeXml(titles.before)}</text>`,
    `<text x="${RIGHT}" y="50">${escapeXml(titles.after)}</text>`,
    ...bands(tally, left, right, scale),
    ...left.map((bar, index) => label(OUTCOMES[index], bar, 'end')),
    ...right.map((bar, index) => label(OUTCOMES[index], bar, 'start')),
    '</svg>',
  ].join('\n')
}

interface Bar {
  y: number
  height: number
  sessions: number
}

function stack(sessions: number[], scale: number): Bar[] {
  let y = TOP
  return sessions.map((count) => {
    const bar = { y, height: count * scale, sessions: count }
    y += bar.height + GAP
    return bar
  })
}

function bands({ moves }: Tally, left: Bar[], right: Bar[], scale: number): string[] {
  const fromY = left.map(({ y }) => y)
  const toY = right.map(({ y }) => y)
  return OUTCOMES.flatMap((from, i) =>
    OUTCOMES.flatMap((to, j) => {
      const height = moves[from][to] * scale
      const a = fromY[i] ?? 0
      const b = toY[j] ?? 0
      fromY[i] = a + height
      toY[j] = b + height
      if (height <= 0) return []
      const title = `${from} → ${to}: ${moves[from][to]}`
      return [band({ a, b, height }, { colour: COLOUR[to], opacity: from === to ? 0.15 : 0.6, title })]
    }),
  )
}

function band(
  { a, b, height }: { a: number; b: number; height: number },
  { colour, opacity, title }: { colour: string; opacity: number; title: string },
): string {
  const middle = (LEFT + RIGHT) / 2
  const [p, q, r, s] = [a, b, b + height, a + height].map((value) => value.toFixed(1))
  const path = `M${LEFT} ${p}C${middle} ${p} ${middle} ${q} ${RIGHT} ${q}V${r}C${middle} ${r} ${middle} ${s} ${LEFT} ${s}Z`
  return `<path d="${path}" fill="${colour}" fill-opacity="${opacity}"><title>${title}</title></path>`
}

function label(outcome: DecisionOutcome | undefined, bar: Bar, anchor: 'start' | 'end'): string {
  if (!outcome) return ''
  const [x, textX] = anchor === 'end' ? [LEFT - BAR, LEFT - BAR - 8] : [RIGHT, RIGHT + BAR + 8]
  const middle = (bar.y + bar.height / 2 + 4).toFixed(1)
  return (
    `<rect x="${x}" y="${bar.y.toFixed(1)}" width="${BAR}" height="${Math.max(1, bar.height).toFixed(1)}" fill="${COLOUR[outcome]}"/>` +
    `<text x="${textX}" y="${middle}" text-anchor="${anchor}">${outcome} ${bar.sessions}</text>`
  )
}

const total = (numbers: number[]): number => numbers.reduce((sum, value) => sum + value, 0)

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const command = defineCommand({
  summary: 'decide past sessions again under another policy',
  details: 'Prints what would change. Nothing is changed.',
  options: {
    policy: { type: 'string', value: 'FILE', required: true, description: 'the other policy' },
    tenant: { type: 'string', value: 'ID', default: 'default', description: 'whose sessions' },
    test: { type: 'boolean', description: 'the sessions of test mode instead of the live ones' },
    picture: { type: 'string', value: 'FILE.svg', description: 'also draw what would change' },
    show: { type: 'integer', default: 20, description: 'how many of the sessions to name that would change' },
  },
  run: ({ options: { policy: file, tenant, test, picture, show }, json }) => {
    const policy = loadPolicyFile(file)
    const mode = test ? 'test' : 'live'
    return withStorage(async (ports) => {
      const tried = await tryPolicy(ports, { tenant, mode, policy, actor: ACTOR }, { show, progress })
      if (!tried.ok) throw noSuchTenant(tried)
      const { tally, shown } = tried.value
      if (process.stderr.isTTY && !json) process.stderr.write('\r\x1b[K')
      if (picture)
        writeFileSync(picture, drawReplay(tally, { before: 'as decided', after: `${policy.name} ${policy.version}` }))
      return {
        data: { ...tally, changed: changed(tally), shown, ...(picture && { picture }) },
        text: [formatReplay(tally, shown), ...(picture ? ['', `picture: ${picture}`] : [])].join('\n'),
      }
    })
  },
})

function progress(sessions: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${sessions} sessions`)
}
