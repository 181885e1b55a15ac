import { useState } from 'preact/hooks'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Form } from '../../ui/form.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { changePassword, dropSecondFactor, newSecondFactor, setSecondFactor } from './api.ts'
import { SignIns } from './sign-ins.tsx'

/** One's own account: password, second factor and sign-ins. */
export function OwnAccount({ person, refresh }: { person: Me; refresh: () => void }) {
  return (
    <section class="panel" aria-label="Your account">
      <p>
        Signed in as <span class="strong">{person.username}</span>, {person.role}.
      </p>
      {person.byProvider ? (
        <p>Your password and second factor are managed by your company account.</p>
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

/** A new password; `changed` is called once it is in use. */
export function OwnPassword({ changed }: { changed?: () => void }) {
  const [said, say] = useState('')
  return (
    <div class="stack">
      <h2>Password</h2>
      <Form
        word="Change password"
        said={said}
        send={async (text, form) => {
          await changePassword(text('password'), text('next'))
          form.reset()
          say('Changed. You have been signed out everywhere else.')
          changed?.()
        }}
      >
        <Password label="Current password" />
        <Field
          label="New password (at least 12 characters)"
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

/** The current password. */
function Password({ label }: { label: string }) {
  return (
    <Field
      label={label}
      width="narrow"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      maxLength={512}
    />
  )
}

/** The second factor: a code from an app in addition to the password. */
export function SecondFactor({ person, refresh }: { person: Me; refresh: () => void }) {
  const [offer, setOffer] = useState<{ secret: string; address: string }>()
  const codeForm = (word: string) => (
    <Form
      word={word}
      isPrimary
      send={async (text) => {
        if (offer) await setSecondFactor(offer.secret, text('password'), text('code'))
        else await dropSecondFactor(text('password'), text('code'))
        setOffer(undefined)
        refresh()
      }}
    >
      <Password label="Your password" />
      <Field
        label="Code"
        width="narrow"
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        required
      />
    </Form>
  )
  return (
    <>
      <h2>Second factor</h2>
      {person.secondFactor ? (
        <>
          <p>On: to sign in, you need your password and a code from your authenticator app.</p>
          {codeForm('Turn off')}
        </>
      ) : offer ? (
        <>
          <p>Scan this with your authenticator app, or type the secret, then confirm with the code it shows.</p>
          <QrCode class="qr" quiet={4} text={offer.address} label="QR code" />
          <p class="mono">{offer.secret.match(/.{4}/g)?.join(' ')}</p>
          {codeForm('Turn on')}
        </>
      ) : (
        <>
          <p>Off. With a second factor, a stolen password alone is not enough to sign in.</p>
          <Button word="Set up" act={async () => setOffer(await newSecondFactor())} />
        </>
      )}
    </>
  )
}
