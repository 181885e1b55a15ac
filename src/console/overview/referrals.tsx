import type { OverviewResponse } from '../../contract/console/console.ts'
import { Share } from '../../ui/plots/bars.tsx'
import { Table } from '../../ui/table.tsx'
import { amount } from '../../ui/words.ts'
import { causeWords } from '../words.ts'
import { remedyOf } from './remedies.ts'

type Referral = OverviewResponse['referrals'][number]

/** Why sessions went to a person, each with what would remove the reason. */
export function Referrals({ referrals }: { referrals: Referral[] }) {
  const all = referrals.reduce((sum, { sessions }) => sum + sessions, 0)
  return (
    <section class="referrals" aria-label="Why sessions were referred">
      <h2>Why sessions were referred</h2>
      {all ? (
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
              cell: ({ sessions }) => <Share share={sessions / all} />,
            },
            {
              head: 'Sessions',
              isNumber: true,
              cell: ({ sessions }) => `${amount(sessions)} · ${Math.round((100 * sessions) / all)} %`,
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
      ) : (
        <p class="soft">No sessions went to a reviewer in this period.</p>
      )}
    </section>
  )
}
