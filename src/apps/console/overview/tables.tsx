import type { OverviewResponse } from '../../../kernel/figures/contract/console-overview.ts'
import { Share } from '../../ui/plots/bars.tsx'
import { Table } from '../../ui/table.tsx'
import { amount } from '../../ui/words.ts'
import { type Range, sessionsOf } from '../address.ts'
import { causeWords, remedyOf, STATUS_WORDS } from '../words.ts'

const STATUS_ORDER = Object.keys(STATUS_WORDS) as (keyof typeof STATUS_WORDS)[]

/** Every outcome with its share of all sessions; each links to its sessions. */
export function Outcomes({ days, range }: { days: OverviewResponse['days']; range: Range }) {
  const count = (status: keyof typeof STATUS_WORDS) => days.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0)
  const rows = STATUS_ORDER.map((status) => ({ status, sessions: count(status) })).filter(({ sessions }) => sessions)
  const all = rows.reduce((sum, { sessions }) => sum + sessions, 0)
  if (!all) return null
  return (
    <Table
      caption="Outcomes"
      rows={rows}
      keyOf={({ status }) => status}
      columns={[
        {
          head: 'Outcome',
          isName: true,
          cell: ({ status }) => <a href={sessionsOf(range, { status })}>{STATUS_WORDS[status].word}</a>,
        },
        { head: 'Sessions', isNumber: true, cell: ({ sessions }) => amount(sessions) },
        { head: 'Share', isNumber: true, cell: ({ sessions }) => share(sessions, all) },
      ]}
    />
  )
}

/** What reviewers did, and how many of their verdicts were overturned later. */
export function Reviewers({ figures, range }: { figures: OverviewResponse['reviewers']; range: Range }) {
  if (!figures.length) return null
  return (
    <Table
      caption="Reviewers"
      isCompared
      rows={figures}
      keyOf={({ reviewer }) => reviewer}
      columns={[
        {
          head: 'Reviewer',
          isName: true,
          cell: ({ reviewer }) => <a href={sessionsOf(range, { reviewer })}>{reviewer}</a>,
        },
        { head: 'Verdicts', isNumber: true, cell: ({ verdicts }) => amount(verdicts) },
        { head: 'Per hour', isNumber: true, cell: ({ verdicts, hours }) => (verdicts / hours).toFixed(1) },
        {
          head: 'Overturned',
          isNumber: true,
          cell: ({ overturned, verdicts }) => `${amount(overturned)} (${share(overturned, verdicts)})`,
        },
      ]}
    />
  )
}

/** How many approved people have been compared with the current version of each list. */
export function ListRuns({ runs }: { runs: OverviewResponse['lists']['runs'] }) {
  if (!runs.length) return null
  return (
    <Table
      caption="Approved people screened against lists"
      isCompared
      rows={runs}
      keyOf={({ list }) => list}
      columns={[
        { head: 'List', isName: true, cell: ({ list }) => <a href="/console/watchlist">{list}</a> },
        { head: 'People on it', isNumber: true, cell: ({ persons }) => amount(persons) },
        { head: 'Screened', isNumber: true, cell: ({ compared }) => amount(compared) },
        { head: 'With a new hit', isNumber: true, cell: ({ found }) => amount(found) },
        { head: 'State', cell: ({ isDone }) => (isDone ? 'done' : 'in progress') },
      ]}
    />
  )
}

const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)}%`

type Level = OverviewResponse['levels'][number]

/** Why sessions were referred to a reviewer on each level of assurance, each reason with its remedy. */
export function Referrals({ levels }: { levels: Level[] }) {
  return (
    <section class="referrals" aria-label="Why sessions were referred">
      <h2>Why sessions were referred</h2>
      {levels.length === 0 && <p class="soft">No sessions were decided in this period.</p>}
      {levels.map((level) => (
        <LevelReferrals key={level.level} level={level} />
      ))}
    </section>
  )
}

function LevelReferrals({ level: { level, approved, rejected, referrals } }: { level: Level }) {
  const referred = referrals.reduce((sum, { sessions }) => sum + sessions, 0)
  const all = approved + rejected + referred
  return (
    <>
      <h3>{nameOf(level)}</h3>
      <p>
        {percent(approved, all)} of {amount(all)} {all === 1 ? 'session' : 'sessions'} approved automatically,{' '}
        {percent(referred, all)} referred, {percent(rejected, all)} rejected.
      </p>
      {referred > 0 && (
        <Table
          rows={referrals}
          keyOf={({ cause, isUnread }) => `${cause} ${isUnread}`}
          columns={[
            {
              head: 'Reason',
              isName: true,
              cell: ({ cause, isUnread }) => (cause ? causeWords(cause, isUnread) : 'No reason on record'),
            },
            {
              head: 'Share',
              class: 'bar',
              isHeadHidden: true,
              cell: ({ sessions }) => <Share share={sessions / referred} />,
            },
            {
              head: 'Sessions',
              isNumber: true,
              cell: ({ sessions }) => `${amount(sessions)} · ${percent(sessions, referred)}`,
            },
            {
              head: 'How to avoid it',
              cell: ({ cause, isUnread }) => {
                const { words, path } = remedyOf(cause, isUnread)
                return path ? <a href={`/console/${path}`}>{words}</a> : words
              },
            },
          ]}
        />
      )}
    </>
  )
}

function nameOf(level: string | undefined): string {
  if (level === undefined) return 'Decided by an earlier version'
  return level === 'policy' ? 'No level chosen: the policy decides' : `Level of assurance: ${level}`
}

const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)}%`
