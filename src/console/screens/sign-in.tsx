import { useEffect, useRef, useState } from 'preact/hooks'
import type { Me } from '../../contract/console/console.ts'
import { reasonOf } from '../../ui/words.ts'
import { Refused, signIn } from '../api.ts'

export function SignIn({ done }: { done: (person: Me) => void }) {
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
    <main class="sign-in">
      <form onSubmit={submit}>
        <p class="brand">Limen</p>
        <h1>Sign in to the console</h1>
        <label>
          Name
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
        <button type="submit" class="primary" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  )
}

const waiting = (error: unknown): string | undefined =>
  error instanceof Refused && error.retryAfterSeconds
    ? `Too many failed sign-ins. Try again in ${error.retryAfterSeconds} s.`
    : undefined
