import { Field } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { mayLeave } from '../unsaved.ts'
import { createTenant } from './api.ts'
import type { ToolProps } from './tenant-choice.tsx'

/** Another integrator, with settings, policy and hosted page of its own. */
export function NewTenant({ choice: { tenants, choose } }: ToolProps) {
  const create = async (text: (name: string) => string, form: HTMLFormElement) => {
    if (!mayLeave()) return
    const { id } = await createTenant(text('id'), text('name').trim())
    form.reset()
    tenants.again()
    choose(id)
  }
  return (
    <Form word="New tenant" send={create}>
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
    </Form>
  )
}
