import { useState } from 'preact/hooks'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { changePassword } from './api.ts'

/** One's own password. */
export function OwnPassword() {
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
        <label class="narrow">
          Current password
          <input name="password" type="password" autocomplete="current-password" required maxLength={512} />
        </label>
        <label class="narrow">
          New, at least 12 characters
          <input name="next" type="password" autocomplete="new-password" required minLength={12} maxLength={512} />
        </label>
        <button type="submit" disabled={busy}>
          Change
        </button>
        <span role="status">{said}</span>
      </div>
      <Problem problem={problem} />
    </form>
  )
}
