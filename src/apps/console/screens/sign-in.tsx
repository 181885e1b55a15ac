import { useEffect, useRef, useState } from 'preact/hooks'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import type { ProviderRefusal } from '../../../kernel/contract/console-words.ts'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { reasonOf } from '../../ui/words.ts'
import { Refused, readWays, signIn } from '../api.ts'

/** The ways to sign in: the company's own sign-in if there is one, and name and password. */
export function SignIn({ done }: { done: (person: Me) => void }) {
  const ways = useAnswer(readWays, [])
  const [refused] = useState(whyRefused)
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <p class="brand">Limen</p>
        <h1>Sign in to the console</h1>
        {refused && (
          <p class="notice bad" role="alert">
            {refused}
          </p>
        )}
        <Answered asked={ways} what="the ways to sign in" lines={3}>
          {({ local, provider }) => (
            <>
              {provider !== undefined && (
                <a class="button primary" href="/console/sign-in/provider" rel="external">
                  Continue with {provider}
                </a>
              )}
              {provider !== undefined && local && <p class="or soft">or with a username and password</p>}
              {local && <PasswordForm done={done} isSecond={provider !== undefined} />}
            </>
          )}
        </Answered>
      </div>
    </main>
  )
}

function PasswordForm({ done, isSecond }: { done: (person: Me) => void; isSecond: boolean }) {
  const [problem, setProblem] = useState<string>()
  const [wantsCode, setWantsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => (code.current ?? name.current)?.focus(), [wantsCode])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    setBusy(true)
    setProblem(undefined)
    try {
      const password = String(form.get('password') ?? '')
      const typed = text('code')
      done(await signIn({ username: text('username'), password, ...(typed && { code: typed }) }))
    } catch (error) {
      if (error instanceof Refused && error.code === 'SECOND_FACTOR_NEEDED') setWantsCode(true)
      else setProblem(waiting(error) ?? reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <label>
        Username
        <input ref={name} name="username" autocomplete="username" autocapitalize="none" required maxLength={64} />
      </label>
      <label>
        Password
        <input name="password" type="password" autocomplete="current-password" required maxLength={512} />
      </label>
      {wantsCode && (
        <label>
          Code from your authenticator app
          <input
            ref={code}
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            pattern="\d{6}"
            required
            maxLength={6}
          />
        </label>
      )}
      <div role="alert">{problem && <p class="notice bad">{problem}</p>}</div>
      <button type="submit" class={isSecond ? undefined : 'primary'} disabled={busy}>
        Sign in
      </button>
    </form>
  )
}

const REFUSALS: Record<ProviderRefusal, string> = {
  failed: 'The sign-in was not completed. Try again.',
  unavailable: 'Your company’s sign-in cannot be reached right now. Try again in a moment.',
  'no-role': 'You are signed in, but none of your groups has access to this console. Ask an administrator.',
  disabled: 'This account has been disabled here. Ask an administrator.',
}

/** The result in the address after the return from the company's sign-in; it is removed from the address at once. */
function whyRefused(): string | undefined {
  const why = new URLSearchParams(location.search).get('refused')
  if (why === null) return undefined
  history.replaceState(null, '', location.pathname)
  return Object.hasOwn(REFUSALS, why) ? REFUSALS[why as ProviderRefusal] : REFUSALS.failed
}

const waiting = (error: unknown): string | undefined =>
  error instanceof Refused && error.retryAfterSeconds
    ? `Too many failed sign-ins. Try again in ${error.retryAfterSeconds} s.`
    : undefined
