import { useState } from 'preact/hooks'
import type { Me } from '../../contract/console/console-sign-in.ts'
import { Field } from '../../ui/fields.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { changePassword } from './api.ts'
import { SecondFactor } from './second-factor.tsx'
import { SignIns } from './sign-ins.tsx'

/** One's own account: password, second factor, and where one is signed in. */
export function OwnAccount({ person, refresh }: { person: Me; refresh: () => void }) {
  return (
    <section class="panel" aria-label="Your account">
      <p>
        Signed in as <span class="strong">{person.username}</span>, {person.role}.
      </p>
      {person.byProvider ? (
        <p>Password and second factor are those of your company account.</p>
      ) : (
        <>
          <SecondFactor person={person} refresh={refresh} />
          <OwnPassword />
        </>
      )}
      <SignIns whose="own" />
    </section>
  )
}

function OwnPassword() {
  const { busy, problem, act } = useAct()
  const [said, say] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    void act(async () => {
      await changePassword(String(data.get('password')), String(data.get('next')))
      form.reset()
      say('Changed. You have been signed out everywhere else.')
    })
  }
  return (
    <form class="stack" onSubmit={submit}>
      <h2>Password</h2>
      <div class="choices">
        <Field
          label="Current password"
          width="narrow"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxLength={512}
        />
        <Field
          label="New, at least 12 characters"
          width="narrow"
          name="next"
          type="password"
          autocomplete="new-password"
          required
          minLength={12}
          maxLength={512}
        />
        <button type="submit" disabled={busy}>
          Change
        </button>
        <span role="status">{said}</span>
      </div>
      <Problem problem={problem} />
    </form>
  )
}
