import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SuiteReport } from './suite.ts'

/** What agreement with each suite shows. */
const PROVES: Record<string, string> = {
  seals: 'Visible digital seals and signed barcodes of documents are read and verified as their makers read them.',
  crypto: 'Signatures, key agreement and tokens that are valid are accepted, and forged or malformed ones are refused.',
  names:
    'Labelled pairs of names are matched or not at the default threshold, by the name only: no birth date, and a list of one entry, so that no word is rarer than another.',
  credentials:
    'CBOR, COSE, status lists, SD-JWT and answers of real wallets are read and verified, and changed ones are refused.',
  wallets: 'Wallets made of other people’s libraries are accepted, and refused where they do something wrong.',
  'chip-failures': 'What a chip does wrong while it is read reaches the caller, without a silent fallback.',
}

/** Misses that are faults of the suite. */
const KNOWN: Record<string, string> = {
  'claim169-with-face':
    'the code that the suite gives holds the bytes FFD8FFE00010, and the suite expects FFFDFEE00010',
}

/** Why a name is missed, by the score it got. */
const NAME_REASONS: readonly [number, string][] = [
  [0, 'no word is shared, so the score is 0'],
  [0.6, 'half of the name or less agrees, the score is 0.6 at most'],
  [0.93, 'a word differs by more than a slip, or the order does; the score is 0.6 to 0.93'],
  [1, 'the score is above 0.93'],
]

/** The page with the results: sources, what agreement shows, and every miss with its reason. */
export async function conformancePage(data: string, reports: Record<string, SuiteReport>): Promise<string> {
  const sections = await Promise.all(
    Object.entries(reports).map(async ([name, report]) =>
      section(name, report, report.source ?? (await sourcesOf(join(data, name)))),
    ),
  )
  return [
    '# Conformance',
    '',
    'Suites that others made, run through the functions of the service. The data is not in the repository: fetch it from the sources below and run',
    '',
    '```',
    'npm run conform -- --data DIR --page docs/conformance.md',
    '```',
    '',
    'Rows about what the service does not do are counted separately and never as agreement. This page is written by that command.',
    '',
    ...sections,
  ].join('\n')
}

function section(
  name: string,
  { parts, misses, unsupported = {}, source, notes = [] }: SuiteReport,
  origin: string,
): string {
  const whole = parts.filter(({ name: part, n, agree }) => part !== 'all' && agree === n)
  const shown =
    whole.length > 3 && source === undefined ? [joined(whole), ...parts.filter((part) => !whole.includes(part))] : parts
  const rows = shown.map(
    ({ name: part, n, agree, unsupported: apart = 0 }) =>
      `| ${part} | ${n} | ${agree} | ${apart} | ${n - agree - apart} |`,
  )
  const lacking = Object.entries(unsupported).map(([what, count]) => `- ${what}: ${count}`)
  return [
    `## ${name}`,
    '',
    PROVES[name] ?? '',
    '',
    `Source: ${origin}.`,
    '',
    '| part | rows | agree | not supported | misses |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...(notes.length ? [...notes, ''] : []),
    ...(lacking.length ? ['Not supported:', '', ...lacking, ''] : []),
    ...(misses.length ? ['Misses:', '', ...missLines(name, misses), ''] : []),
  ].join('\n')
}

/** All parts without a difference, as one row. */
const joined = (parts: SuiteReport['parts']): SuiteReport['parts'][number] => ({
  name: `${parts.length} parts that agree`,
  n: parts.reduce((sum, { n }) => sum + n, 0),
  agree: parts.reduce((sum, { agree }) => sum + agree, 0),
})

/** One line for all rows that were missed for the same reason. */
function missLines(name: string, misses: SuiteReport['misses']): string[] {
  const byReason = Map.groupBy(misses, ({ reason }) => (name === 'names' ? nameReason(reason) : reason))
  const lines = [...byReason].map(([reason, all]) => `- ${reason}: ${all.map(({ id }) => id).join(', ')}`)
  return [...lines, ...misses.flatMap(({ id }) => (KNOWN[id] ? [`- ${id}: ${KNOWN[id]}`] : []))]
}

function nameReason(reason: string): string {
  if (reason.startsWith('no match')) return 'a false hit: the names are the same or nearly so, and the label says no'
  const score = Number(/(?<![\d.])[\d.]+$/.exec(reason)?.[0])
  return `not found: ${NAME_REASONS.find(([most]) => score <= most)?.[1]}`
}

/** Where the rows come from, and the date of the files. */
async function sourcesOf(folder: string): Promise<string> {
  if (!existsSync(join(folder, 'truth.json'))) return 'not stated. Files of an unknown day'
  const { rows } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as {
    rows: { source_repo?: string; commit?: string; licence?: string }[]
  }
  const byProject = Map.groupBy(rows, ({ source_repo: repository = '', licence = '' }) => `${repository} (${licence})`)
  const sources = [...byProject].map(([project, all]) => {
    const commits = new Set(all.map(({ commit = '' }) => commit.slice(0, 12)))
    return `${project} at ${[...commits].join(', ')}`
  })
  const { mtime } = await stat(join(folder, 'truth.json'))
  return `${sources.join('; ')}. Files of ${mtime.toISOString().slice(0, 10)}`
}
