import type { Results } from './integrator.ts'

/** What the API gave, as a person would read it. */
export function ResultView({ results: { decision, document, face, pictures } }: { results: Results }) {
  return (
    <>
      <p>
        Decision <strong class={`level ${decision.decision.level}`}>{decision.decision.level}</strong>, score{' '}
        {decision.decision.score}
      </p>
      <table>
        <caption class="hidden">Trust Factors</caption>
        <thead>
          <tr>
            <th scope="col">Trust Factor</th>
            <th scope="col">Level</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(decision.verifications).map(([name, { level, score }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class={`level ${level}`}>{level}</td>
              <td class="number">{score ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {document && (
        <table>
          <caption class="hidden">Document</caption>
          <tbody>
            <tr>
              <th scope="row">document</th>
              <td>{document.documentName}</td>
              <td />
            </tr>
            {Object.entries(document.applicant).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value}</td>
                <td />
              </tr>
            ))}
            {document.documentVisualResults.map(({ name, value, confidence, pageSide }) => (
              <tr key={`${pageSide} ${name}`}>
                <th scope="row">{name}</th>
                <td>{value}</td>
                <td class="number">{confidence}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
