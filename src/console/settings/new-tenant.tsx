import { Field } from '../../ui/fields.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { mayLeave } from '../unsaved.ts'
import { createTenant } from './api.ts'
import type { ToolProps } from './tenant-choice.tsx'

/** Another integrator, with settings, policy and hosted page of its own. */
export function NewTenant({ choice: { tenants, choose } }: ToolProps) {
  const { busy, problem, act } = useAct()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    if (!mayLeave()) return
    void act(async () => {
      const { id } = await createTenant(String(data.get('id')), String(data.get('name')).trim())
      form.reset()
      tenants.again()
      choose(id)
    })
  }
  return (
    <form class="choices" onSubmit={submit}>
      <Field
        label="Id of a new tenant"
        width="narrow"
        name="id"
        class="mono"
        required
        pattern="[a-z0-9][a-z0-9\-]{0,63}"
        title="a–z, 0–9 and dashes"
      />
      <Field label="Its name" width="narrow" name="name" required maxLength={80} />
      <button type="submit" disabled={busy}>
        New tenant
      </button>
      <Problem problem={problem} />
    </form>
  )
}
