import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Table } from '../ui/table.tsx'
import { type Integrator, Refused, remembered } from './integrator.ts'
import type { SignedIn, SignInBegun } from './server/sign-in-answers.ts'

interface Props {
  integrator: Integrator
  login: { username: string; password: string }
  attempt: (work: () => Promise<void>) => Promise<void>
}

/** What was sent to the provider, for this tab only. */
const BEGUN = 'limen-demo-sign-in'

/** A service that people sign in to: sends them to the provider, and shows the claims that come back. */
export function SignInWith({ integrator, login, attempt }: Props) {
  const [came, setCame] = useState<SignedIn>()
  const [ended, setEnded] = useState<string>()

  const begin = () =>
    attempt(async () => {
      const begun = await integrator.beginSignIn()
      sessionStorage.setItem(remembered, JSON.stringify(login))
      sessionStorage.setItem(BEGUN, JSON.stringify(begun))
      location.assign(begun.address)
    })

  useEffect(() => {
    const answer = new URLSearchParams(location.search)
    const kept = sessionStorage.getItem(BEGUN)
    if (!kept || !answer.has('state')) return
    const { state, nonce, verifier, address } = JSON.parse(kept) as SignInBegun
    sessionStorage.removeItem(BEGUN)
    history.replaceState(undefined, '', location.pathname)
    void attempt(async () => {
      const issuer = address.slice(0, address.indexOf('/auth?'))
      if (answer.get('state') !== state || answer.get('iss') !== issuer)
        throw new Refused('The answer is not to this sign-in.')
      const code = answer.get('code')
      if (code) setCame(await integrator.finishSignIn({ code, verifier, nonce }))
      else setEnded(`${answer.get('error')}: ${answer.get('error_description')}`)
    })
  }, [])

  return (
    <section class="panel" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in with a verified identity</h2>
      <p class="soft">
        This page is a service with OpenID Connect: you are asked for a document and a selfie, and come back with
        claims. The first click registers a client for test mode, Limen demo, which you can revoke in the console.
      </p>
      <div class="row">
        <Button class="secondary" word="Sign in with Limen" act={begin} />
      </div>
      {ended && <p role="status">{ended}</p>}
      {came && (
        <>
          <ClaimTable caption="ID token" claims={came.idToken} />
          <ClaimTable caption="Userinfo" claims={came.userinfo} />
        </>
      )}
    </section>
  )
}

function ClaimTable({ caption, claims }: { caption: string; claims: Record<string, unknown> }) {
  return (
    <Table
      caption={caption}
      isHeadless
      rows={Object.entries(claims)}
      keyOf={([name]) => name}
      columns={[
        { head: 'Claim', isName: true, cell: ([name]) => name },
        {
          head: 'Value',
          cell: ([, value]) => <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
        },
      ]}
    />
  )
}
