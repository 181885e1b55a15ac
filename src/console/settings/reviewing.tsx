import { useState } from 'preact/hooks'
import type { ReviewSettings, TenantView } from '../../contract/console/console-settings.ts'
import { Choice } from '../../ui/choice.tsx'
import { Failed, Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useUnsaved } from '../unsaved.ts'
import { changeReviewing } from './api.ts'
import { TenantChoice, useTenant } from './tenant-choice.tsx'

const FOUR_EYES = [
  ['off', 'One reviewer decides'],
  ['approvals', 'Two must agree to approve'],
  ['always', 'Two must agree on every verdict'],
] as const

/** How a tenant wants its cases reviewed: by how many, how soon, and with which reasons of its own. */
export function Reviewing() {
  const tenants = useTenant()
  const { tenant } = tenants
  return (
    <section class="panel" aria-label="Reviewing">
      <TenantChoice {...tenants} />
      {tenants.tenants.problem !== undefined && (
        <Failed problem={tenants.tenants.problem} again={tenants.tenants.again} />
      )}
      {tenant && <ReviewForm key={tenant.id} tenant={tenant} saved={tenants.tenants.again} />}
    </section>
  )
}

function ReviewForm({ tenant, saved }: { tenant: TenantView; saved: () => void }) {
  const { review } = tenant
  const [fourEyes, setFourEyes] = useState<ReviewSettings['fourEyes']>(review.fourEyes)
  const [hours, setHours] = useState(review.reviewHours === undefined ? '' : String(review.reviewHours))
  const [reasons, setReasons] = useState(written(review.rejectionReasons))
  const [said, say] = useState('')
  const { busy, problem, act } = useAct()
  const wanted = { fourEyes, reviewHours: hours ? Number(hours) : null, rejectionReasons: readReasons(reasons) }
  const before = { ...review, reviewHours: review.reviewHours ?? null }
  const isOther = (Object.keys(wanted) as (keyof typeof wanted)[]).some(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  )
  useUnsaved(isOther)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    void act(async () => {
      say('')
      await changeReviewing(tenant.id, wanted)
      saved()
      say('Saved.')
    })
  }
  return (
    <form class="stack" onSubmit={save}>
      <Choice class="narrow" label="Verdicts" options={FOUR_EYES} value={fourEyes} choose={setFourEyes} />
      <label class="narrow">
        Deadline for a verdict in hours (optional)
        <input type="number" min={1} max={720} value={hours} onInput={(event) => setHours(event.currentTarget.value)} />
      </label>
      <label>
        Your own rejection reasons, one per line: CODE, then the sentence
        <textarea
          rows={5}
          value={reasons}
          placeholder="ON_A_LIST The person is on a list of ours."
          onInput={(event) => setReasons(event.currentTarget.value)}
        />
      </label>
      <div class="choices">
        <button type="submit" class="primary" disabled={busy || !isOther}>
          Save
        </button>
        <span role="status">{said}</span>
      </div>
      <Problem problem={problem} />
    </form>
  )
}

const written = (reasons: ReviewSettings['rejectionReasons']): string =>
  reasons.map(({ code, text }) => `${code} ${text}`).join('\n')

function readReasons(text: string): ReviewSettings['rejectionReasons'] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [code = '', ...words] = line.split(/\s+/)
      return { code, text: words.join(' ') }
    })
}
