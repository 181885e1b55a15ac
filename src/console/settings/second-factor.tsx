import { useState } from 'preact/hooks'
import qrcode from 'qrcode-generator'
import type { Me } from '../../contract/console/console.ts'
import { dropSecondFactor, newSecondFactor, setSecondFactor } from './api.ts'
import { OwnPassword } from './own-password.tsx'
import { useAct } from './use-act.ts'

/** A code from an app beside the password. */
export function SecondFactor({ person, refresh }: { person: Me; refresh: () => void }) {
  const { busy, problem, act } = useAct()
  const [offer, setOffer] = useState<{ secret: string; address: string }>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget as HTMLFormElement).get('code'))
    void act(async () => {
      if (offer) await setSecondFactor(offer.secret, code)
      else await dropSecondFactor(code)
      setOffer(undefined)
      refresh()
    })
  }
  const codeForm = (word: string) => (
    <form class="choices" onSubmit={submit}>
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
    <section class="panel" aria-label="Your account">
      <p>
        Signed in as <span class="strong">{person.username}</span>, {person.role}.
      </p>
      <h2>Second factor</h2>
      {person.secondFactor ? (
        <>
          <p>It is on: signing in takes your password and a code from your authenticator app.</p>
          {codeForm('Switch it off')}
        </>
      ) : offer ? (
        <>
          <p>Scan this with your authenticator app, or type the secret, then confirm with the code that it shows.</p>
          <QrCode text={offer.address} />
          <p class="mono">{offer.secret.match(/.{4}/g)?.join(' ')}</p>
          {codeForm('Switch it on')}
        </>
      ) : (
        <>
          <p>It is off. With it a stolen password alone opens nothing.</p>
          <button type="button" disabled={busy} onClick={() => act(async () => setOffer(await newSecondFactor()))}>
            Set it up
          </button>
        </>
      )}
      {problem !== undefined && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <OwnPassword />
    </section>
  )
}

const QUIET = 4 // modules of white around it, as ISO/IEC 18004 asks

function QrCode({ text }: { text: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const places = Array.from({ length: size }, (_, at) => at)
  const dark = places.flatMap((y) => places.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
  return (
    <svg
      class="qr"
      viewBox={`${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      role="img"
      aria-label="QR code"
    >
      <path d={dark.join('')} />
    </svg>
  )
}
