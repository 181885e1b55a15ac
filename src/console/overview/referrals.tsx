import type { OverviewResponse } from '../../contract/console/console-overview.ts'
import { Share } from '../../ui/plots/bars.tsx'
import { Table } from '../../ui/table.tsx'
import { amount } from '../../ui/words.ts'
import { causeWords } from '../words.ts'
import { remedyOf } from './remedies.ts'

type Level = OverviewResponse['levels'][number]

/** Why sessions went to a person on each level of assurance, each reason with what would remove it. */
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
              head: 'What would remove it',
              cell: (referral) => {
                const { words, path } = remedyOf(referral)
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

const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)} %`
