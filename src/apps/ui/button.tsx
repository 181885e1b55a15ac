import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Problem } from './states.tsx'
import { reasonOf } from './words.ts'

/** Runs one action at a time and keeps its error. */
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
  /** The style class of the button; an ordinary button has none. */
  class?: string | undefined
  disabled?: boolean | undefined
  /** The state of a toggle button. */
  pressed?: boolean
  /** Read by screen readers after the label, if other buttons on the screen have the same label. */
  hidden?: string
}

/** A button. It is disabled while its action runs; an error is shown next to it. */
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
