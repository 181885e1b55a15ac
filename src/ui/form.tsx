import type { ComponentChildren } from 'preact'
import { Problem } from './states.tsx'
import { useAct } from './use-act.ts'

interface FormProps {
  /** On the button that sends it. */
  word: string
  send: (text: (name: string) => string, form: HTMLFormElement) => Promise<unknown>
  isPrimary?: boolean
  disabled?: boolean
  /** What came of it. */
  said?: string
  children: ComponentChildren
}

/** Fields in a row that are sent together. What went wrong is said next to the button. */
export function Form({ word, send, isPrimary, disabled, said, children }: FormProps) {
  const { busy, problem, act } = useAct()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const data = new FormData(form)
    void act(() => send((name) => String(data.get(name) ?? ''), form))
  }
  return (
    <form class="choices" onSubmit={submit}>
      {children}
      <button type="submit" class={isPrimary ? 'primary' : undefined} disabled={busy || disabled}>
        {word}
      </button>
      {said !== undefined && <span role="status">{said}</span>}
      <Problem problem={problem} />
    </form>
  )
}
