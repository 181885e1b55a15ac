import type { CaseView } from '../../contract/console/console.ts'
import { atTime, plain } from '../words.ts'

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
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ atUtc, actor, action }, at) => (
              <tr key={at}>
                <td>{atTime(atUtc)}</td>
                <td>{actor}</td>
                <td>{plain(action)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
