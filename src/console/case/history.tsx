import type { CaseView } from '../../contract/console/console.ts'
import { Table } from '../../ui/table.tsx'
import { atTime, plain } from '../../ui/words.ts'

/** What the person agreed to, and when. */
function Agreed({ consent }: { consent: NonNullable<CaseView['consent']> }) {
  const { by, givenUtc, textVersion, lang, text } = consent
  return (
    <details class="consent">
      <summary>
        Consent {by === 'page' ? 'on the hosted page' : 'asked for by the integrator'}, {atTime(givenUtc)}
      </summary>
      <p class="small soft">
        Version {textVersion}
        {lang && `, ${lang}`}
      </p>
      {text?.split('\n').map((sentence) => (
        <p key={sentence} lang={lang}>
          {sentence}
        </p>
      ))}
    </details>
  )
}

/** What reviewers decided, and who looked or acted when. */
export function History({ view: { explanation, history, consent } }: { view: CaseView }) {
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
      {consent && <Agreed consent={consent} />}
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
