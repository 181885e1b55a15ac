import type { ExplanationResponse } from '../../contract/data/explanation.ts'
import { TEST_OUTCOMES } from './outcomes.ts'
import type { Play, Played } from './play.ts'

const WIDTH = 100

/** A call and its answer in two lines. */
export function describeCall({ method, path, sent, httpStatus, answer, milliseconds }: Played): string {
  const request = `${method.padEnd(4)} ${path}${sent ? `  ${sent}` : ''}`
  return `  ${request}\n       ${httpStatus} ${shorten(answer)}  (${milliseconds} ms)\n`
}

interface EndOptions {
  /** Where the person who tries it finds the service. */
  url: string
  isExpected: boolean
  /** How this command was called. */
  command: string
}

/** How it ended, why, where to look at it, and what to do next. */
export function describeEnd(play: Play, { url, isExpected, command }: EndOptions): string {
  const { sessionId, ended, status, explanation } = play
  const lines = ['', ended === status ? ended : `${ended} (the session is ${status})`]
  if (explanation) lines.push(...factorLines(explanation))
  if (status === 'WAITING_FOR_MANUAL_APPROVE')
    lines.push('A reviewer decides; score and factors can be read in the console now, over the API afterwards.')
  if (!isExpected) lines.push('', `This is not what docs/test-outcomes.md says of it.`)
  lines.push('', `in the console  ${url}/console/sessions/${sessionId}`)
  const other = ended === 'AUTO_APPROVED' ? 'expired' : 'approved'
  const next = [
    [`${command} --fault ${other}`, `another outcome; ${command} --list names all`],
    [`${url}/demo`, 'the hosted page, with your own camera'],
    [`${url}/docs/guides/quick-start`, 'the same calls with curl'],
  ] as const
  lines.push('', 'Next:', ...next.map(([what, why]) => `  ${what.padEnd(44)} ${why}`))
  return `${lines.join('\n')}\n`
}

export function listOutcomes(): string {
  const rows = Object.entries(TEST_OUTCOMES).map(
    ([name, { shows, ends }]) => `  ${name.padEnd(18)} ${ends.join(' or ').padEnd(44)} ${shows}`,
  )
  return rows.join('\n')
}

function factorLines({ decision, factors }: ExplanationResponse): string[] {
  const rows = factors
    .filter(({ level }) => level !== 'UNAVAILABLE')
    .map(({ name, level, score, reason }) => {
      const figures = score === undefined ? '' : String(Math.round(score))
      return `  ${name.padEnd(27)} ${level.padEnd(8)} ${figures.padStart(4)}  ${reason}`
    })
  return [`score ${decision.score}, level ${decision.level}`, '', ...rows]
}

/** Tokens are left out, and whatever is long is cut. */
function shorten(answer: Record<string, unknown>): string {
  const { accessToken, factors: _, ...rest } = answer
  const text = JSON.stringify({ ...rest, ...(accessToken === undefined ? {} : { accessToken: '…' }) }).replace(
    /token=[\w.-]+/,
    'token=…',
  )
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text
}
