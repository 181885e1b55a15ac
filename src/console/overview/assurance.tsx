import type { AssuranceOverview } from '../../contract/console/assurance.ts'
import type { Mode } from '../../contract/console/console.ts'
import { Answered } from '../../ui/answered.tsx'
import { Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount } from '../../ui/words.ts'
import { readAssurance } from '../api.ts'

type Outcomes = AssuranceOverview['levels'][number]

/** How many were approved without a person on each level, why the others were not, and what would remove each reason. */
export function AssuranceFigures({ mode, days, tenant }: { mode: Mode; days: string; tenant: string }) {
  const asked = useAnswer(() => readAssurance(mode, days, tenant), [mode, days, tenant])
  return (
    <Answered asked={asked} what="the levels of assurance" lines={4}>
      {({ levels, isSample }) => (
        <>
          {levels.map((level) => (
            <LevelOutcomes key={level.decider} level={level} />
          ))}
          {isSample && <p class="soft">A sample of the sessions.</p>}
        </>
      )}
    </Answered>
  )
}

function LevelOutcomes({ level: { decider, sessions, approved, referred, reasons } }: { level: Outcomes }) {
  return (
    <section class="panel" aria-label={`Level of assurance ${decider}`}>
      <h2>{decider === 'policy' ? 'Your own policy' : `Level of assurance: ${decider}`}</h2>
      <p>
        {share(approved, sessions)} of {amount(sessions)} sessions approved without a person,{' '}
        {share(referred, sessions)} referred.
      </p>
      {reasons.length > 0 && (
        <Table
          caption={`Why sessions were referred, ${decider}`}
          rows={reasons}
          keyOf={({ what }) => what}
          columns={[
            { head: 'Of referrals', isNumber: true, cell: (reason) => share(reason.sessions, referred) },
            { head: 'Because', isName: true, cell: ({ what }) => what },
            { head: 'What would remove it', cell: ({ remedy }) => remedy },
          ]}
        />
      )}
    </section>
  )
}

const share = (part: number, of: number): string => `${Math.round((100 * part) / of)} %`
