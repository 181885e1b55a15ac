import { useState } from 'preact/hooks'
import type { Me } from '../../contract/console/console-sign-in.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { dropSecondFactor, newSecondFactor, setSecondFactor } from './api.ts'

/** A code from an app in addition to the password. */
export function SecondFactor({ person, refresh }: { person: Me; refresh: () => void }) {
  const { busy, problem, act } = useAct()
  const [offer, setOffer] = useState<{ secret: string; address: string }>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const [password, code] = [String(form.get('password')), String(form.get('code'))]
    void act(async () => {
      if (offer) await setSecondFactor(offer.secret, password, code)
      else await dropSecondFactor(password, code)
      setOffer(undefined)
      refresh()
    })
  }
  const codeForm = (word: string) => (
    <form class="choices" onSubmit={submit}>
      <label class="narrow">
        Your password
        <input name="password" type="password" autocomplete="current-password" required maxLength={512} />
      </label>
      <label class="narrow">
        Code
        <input name="code" inputMode="numeric" autocomplete="one-time-code" pattern="\d{6}" maxLength={6} required />
      </label>
      <button type="submit" class="primary" disabled={busy}>
        {word}
      </button>
    </form>
  )
  return (
    <>
      <h2>Second factor</h2>
      {person.secondFactor ? (
        <>
          <p>On: signing in takes your password and a code from your authenticator app.</p>
          {codeForm('Switch it off')}
        </>
      ) : offer ? (
        <>
          <p>Scan this with your authenticator app, or type the secret, then confirm with the code it shows.</p>
          <QrCode class="qr" quiet={4} text={offer.address} label="QR code" />
          <p class="mono">{offer.secret.match(/.{4}/g)?.join(' ')}</p>
          {codeForm('Switch it on')}
        </>
      ) : (
        <>
          <p>Off. With a second factor, a stolen password alone is not enough to sign in.</p>
          <button type="button" disabled={busy} onClick={() => act(async () => setOffer(await newSecondFactor()))}>
            Set it up
          </button>
        </>
      )}
      <Problem problem={problem} />
    </>
  )
}
