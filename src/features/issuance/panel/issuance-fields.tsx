import type { FieldsProps } from '../../../apps/console/settings/setting-fields.tsx'
import { Field, Tick, Ticks } from '../../../apps/ui/form.tsx'
import { plain } from '../../../apps/ui/words.ts'
import type { TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'
import { ISSUED_CLAIMS, MOST_DAYS } from '../../../kernel/tenants/tenant.ts'

type Issuance = NonNullable<TenantView['issuance']>

const USUAL: Issuance = { claims: ['family_name', 'given_name', 'birthdate'], days: 365 }

/** The credential that a person gets after an approval, if any. */
export function IssuanceFields({ draft: { issuance }, change: write, about }: FieldsProps) {
  const change = (to: Issuance | null) => write({ issuance: to })
  return (
    <>
      <Tick on={issuance !== null} set={(on) => change(on ? USUAL : null)}>
        Approved people get a credential of ours for their wallet
      </Tick>
      {issuance && (
        <>
          <fieldset class="ticks">
            <legend>It states</legend>
            <Ticks
              options={ISSUED_CLAIMS.map((claim) => [claim, plain(claim)])}
              chosen={issuance.claims}
              choose={(claims) => change({ ...issuance, claims })}
            />
          </fieldset>
          <Field
            label="Days it is valid for"
            width="narrow"
            type="number"
            min={1}
            max={MOST_DAYS}
            required
            value={issuance.days}
            write={(days) => change({ ...issuance, days: days ? Number(days) : Number.NaN })}
          />
          <Tick on={issuance.onPage ?? false} set={(onPage) => change({ ...issuance, onPage })}>
            The hosted page offers it at its end; otherwise only the integrator does
          </Tick>
        </>
      )}
      {about('issuance')}
    </>
  )
}
