import { Table } from '../ui/table.tsx'
import type { Results } from './integrator.ts'

/** What the API gave, as a person would read it. */
export function ResultView({ results: { decision, document, face, pictures } }: { results: Results }) {
  return (
    <>
      <p>
        Decision <strong class={`level ${decision.decision.level}`}>{decision.decision.level}</strong>, score{' '}
        {decision.decision.score}
      </p>
      <Table
        caption="Trust Factors"
        rows={Object.entries(decision.verifications)}
        keyOf={([name]) => name}
        columns={[
          { head: 'Trust Factor', isName: true, cell: ([name]) => name },
          { head: 'Level', cell: ([, { level }]) => <span class={`level ${level}`}>{level}</span> },
          { head: 'Score', class: 'number', cell: ([, { score }]) => score },
        ]}
      />
      {document && (
        <Table
          caption="Document"
          isHeadless
          rows={rowsOf(document)}
          keyOf={({ key }) => key}
          columns={[
            { head: 'Field', isName: true, cell: ({ name }) => name },
            { head: 'Value', cell: ({ value }) => value },
            { head: 'Confidence', class: 'number', cell: ({ confidence }) => confidence },
          ]}
        />
      )}
      {face && (
        <p class="soft">
          Liveness {face.passiveLivenessScore ?? 'not computed'}, comparison {face.verificationScore ?? 'not computed'},
          about {face.age ?? '–'} years
        </p>
      )}
      <div class="pictures">
        {Object.entries(pictures).map(([name, address]) => (
          <figure key={name}>
            <img src={address} alt={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  )
}

interface Shown {
  key: string
  name: string
  value: string | null | undefined
  confidence?: number
}

function rowsOf({ documentName, applicant, documentVisualResults }: NonNullable<Results['document']>): Shown[] {
  return [
    { key: 'document', name: 'document', value: documentName },
    ...Object.entries(applicant).map(([name, value]) => ({ key: name, name, value })),
    ...documentVisualResults.map(({ name, value, confidence, pageSide }) => ({
      key: `${pageSide} ${name}`,
      name,
      value,
      confidence,
    })),
  ]
}
