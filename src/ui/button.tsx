import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Problem } from './states.tsx'
import { reasonOf } from './words.ts'

/** Runs one thing at a time and keeps what went wrong. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, act }
}

interface ButtonProps {
  word: ComponentChildren
  act: () => unknown
  /** How it looks, where it is no ordinary one. */
  class?: string | undefined
  disabled?: boolean | undefined
  /** Of what is switched on and off. */
  pressed?: boolean
  /** Read out after the word, where others on the screen say the same. */
  hidden?: string
}

/** A button. As long as what it does is under way it is off; what went wrong is said next to it. */
export function Button({ word, act, class: look, disabled, pressed, hidden }: ButtonProps) {
  const { busy, problem, act: follow } = useAct()
  const press = () => {
    const work = act()
    if (work instanceof Promise) void follow(() => work)
  }
  return (
    <>
      <button type="button" class={look} disabled={busy || disabled} aria-pressed={pressed} onClick={press}>
        {word}
        {hidden !== undefined && <span class="hidden"> {hidden}</span>}
      </button>
      <Problem problem={problem} />
    </>
  )
}
