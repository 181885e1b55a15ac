import type { TenantView } from '../../../contract/console/console-settings.ts'
import { ISSUED_CLAIMS, MOST_DAYS } from '../../../domain/tenant.ts'
import { plain } from '../../../ui/words.ts'

type Issuance = NonNullable<TenantView['issuance']>

const USUAL: Issuance = { claims: ['family_name', 'given_name', 'birthdate'], days: 365 }

/** What credential a person gets after an approval, if any. */
export function IssuanceFields({
  issuance,
  change,
}: {
  issuance: Issuance | null
  change: (to: Issuance | null) => void
}) {
  return (
    <>
      <label class="tick">
        <input
          type="checkbox"
          checked={issuance !== null}
          onChange={(event) => change(event.currentTarget.checked ? USUAL : null)}
        />
        Approved people get a credential of ours for their wallet
      </label>
      {issuance && (
        <>
          <fieldset class="ticks">
            <legend>It states</legend>
            {ISSUED_CLAIMS.map((claim) => (
              <label key={claim} class="tick">
                <input
                  type="checkbox"
                  checked={issuance.claims.includes(claim)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({
                      ...issuance,
                      claims: ISSUED_CLAIMS.filter((each) =>
                        each === claim ? checked : issuance.claims.includes(each),
                      ),
                    })
                  }
                />
                {plain(claim)}
              </label>
            ))}
          </fieldset>
          <label class="narrow">
            Days it is valid for
            <input
              type="number"
              min={1}
              max={MOST_DAYS}
              required
              value={issuance.days}
              onInput={(event) => change({ ...issuance, days: event.currentTarget.valueAsNumber })}
            />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={issuance.onPage ?? false}
              onChange={(event) => change({ ...issuance, onPage: event.currentTarget.checked })}
            />
            The hosted page offers it at its end; otherwise only the integrator does
          </label>
        </>
      )}
    </>
  )
}
