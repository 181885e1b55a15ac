import type { CaseView } from '../../contract/console/console.ts'
import { Table } from '../../ui/table.tsx'
import { atTime, plain } from '../../ui/words.ts'

/** What reviewers decided, and who looked or acted when. */
export function History({ view: { explanation, history } }: { view: CaseView }) {
  const reviews = explanation?.reviews ?? []
  return (
    <section aria-label="History" class="history">
      {reviews.map(({ reviewer, verdict, reason, atUtc }) => (
        <p key={atUtc} class="review">
          <span class="strong">
            {verdict === 'approve' ? 'Approved' : 'Rejected'} by {reviewer}
          </span>{' '}
          <span class="soft small">{atTime(atUtc)}</span>
          <br />
          {reason}
        </p>
      ))}
      <details>
        <summary>History, {history.length} entries</summary>
        <Table
          rows={history}
          keyOf={(_, at) => at}
          columns={[
            { head: 'When', cell: ({ atUtc }) => atTime(atUtc) },
            { head: 'Who', cell: ({ actor }) => actor },
            { head: 'What', cell: ({ action }) => plain(action) },
          ]}
        />
      </details>
    </section>
  )
}
