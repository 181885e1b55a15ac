import { useState } from 'preact/hooks'
import type { Me } from '../../contract/console/console-sign-in.ts'
import { Field } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
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
  const [said, say] = useState('')
  return (
    <div class="stack">
      <h2>Password</h2>
      <Form
        word="Change"
        said={said}
        send={async (text, form) => {
          await changePassword(text('password'), text('next'))
          form.reset()
          say('Changed. You have been signed out everywhere else.')
        }}
      >
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
      </Form>
    </div>
  )
}
