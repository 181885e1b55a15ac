import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Button } from '../../ui/button.tsx'
import { Dot } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { plain } from '../../ui/words.ts'
import { factorName, LEVEL_TONES } from '../words.ts'
import { isFactorPicked, type PickProps, targetsOf } from './targets.ts'

type Factor = NonNullable<CaseView['explanation']>['factors'][number]

const WEIGHT: Record<Factor['effect'], number> = { reject: 0, refer: 1, ignore: 2, none: 2 }

/** Every Trust Factor; negative ones come first. A row opens to the values that were used and shows their place. */
export function Factors({ view, picked, pick }: PickProps) {
  const factors = view.explanation?.factors ?? []
  const ordered = factors.toSorted(
    (a, b) =>
      WEIGHT[a.effect] - WEIGHT[b.effect] || Number(a.level === 'UNAVAILABLE') - Number(b.level === 'UNAVAILABLE'),
  )
  const isPicked = (name: string) => isFactorPicked(picked, name)
  if (!ordered.length) return null
  return (
    <section aria-label="Trust Factors" class="factors">
      <h3>Trust Factors</h3>
      {ordered.map((factor) => (
        <details key={factor.name}>
          <summary>
            <Dot tone={LEVEL_TONES[factor.level] ?? 'soft'}>{factor.level.toLowerCase()}</Dot>
            <span class="what">
              <span class="strong">{factorName(factor.name)}</span> <span class="soft">{factor.reason}</span>
            </span>
            <span class="number">{factor.score ?? '–'}</span>
          </summary>
          <div class="evidence">
            <p class="soft">{factor.question}</p>
            {targetsOf(view, { factor: factor.name }).length > 0 && (
              <Button
                class="quiet"
                word="Show in the picture"
                pressed={isPicked(factor.name)}
                act={() => pick(isPicked(factor.name) ? undefined : { factor: factor.name })}
              />
            )}
            <dl>
              {Object.entries(factor.used).map(([name, value]) => (
                <div key={name}>
                  <dt>{plain(name)}</dt>
                  <dd>{value === null ? '–' : String(value)}</dd>
                </div>
              ))}
              <div>
                <dt>Effect</dt>
                <dd>{factor.effect}</dd>
              </div>
              <div>
                <dt>In the policy</dt>
                <dd class="mono">{factor.name}</dd>
              </div>
            </dl>
            {factor.fields && factor.fields.length > 0 && <Compared fields={factor.fields} />}
          </div>
        </details>
      ))}
    </section>
  )
}

function Compared({ fields }: { fields: NonNullable<Factor['fields']> }) {
  return (
    <Table
      rows={fields}
      keyOf={({ inputFieldName }) => inputFieldName}
      columns={[
        { head: 'Field', isName: true, cell: ({ inputFieldName }) => plain(inputFieldName) },
        { head: 'Visual zone', cell: ({ ocrTextValue }) => ocrTextValue },
        { head: 'Other source', cell: ({ otherTextValue }) => otherTextValue },
        { head: 'Distance', isNumber: true, cell: ({ distance }) => distance },
        { head: 'Score', isNumber: true, cell: ({ score }) => score },
      ]}
    />
  )
}
