import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { reasonOf } from '../../ui/words.ts'
import { Refused } from '../api.ts'
import { Key } from '../parts.tsx'
import type { Changes } from './standing.tsx'

/** The props of every action form. */
export interface ActProps {
  view: CaseView
  cancel(): void
  /** Called with a sentence that says what was done. */
  settled(words: string): void
  /** Nothing was done, because others have changed the case since it was shown. */
  stale(changes: Changes): void
}

interface Props extends Pick<ActProps, 'cancel' | 'stale'> {
  label: string
  words: string
  write: (words: string) => void
  /** What the keys 1, 2, 3 … do while the field is empty. */
  digits?: readonly (() => void)[]
  /** The label of the submit button. */
  act: string
  tone?: 'approve' | 'reject' | 'third'
  isReady: boolean
  /** Shown when the form is sent before it is ready. */
  missing: string
  send: () => Promise<void>
  most?: number
  children?: ComponentChildren
}

/** A text field that Enter sends; Esc goes back. */
export function ActForm(props: Props) {
  const {
    label,
    words,
    write,
    digits = [],
    act,
    tone = 'third',
    isReady,
    missing,
    cancel,
    most = 2000,
    children,
  } = props
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // Before anything else can be typed: the first letter after the shortcut belongs in the field.
  useLayoutEffect(() => field.current?.focus(), [])

  const send = async () => {
    if (busy) return
    if (!isReady) return setProblem(missing)
    setBusy(true)
    try {
      await props.send()
    } catch (error) {
      // Findings that were not there when the case was opened are a change of it, too.
      if (error instanceof Refused && CHANGED.has(error.code)) return props.stale(error.changes)
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    const digit = words || !/^[1-9]$/.test(event.key) ? undefined : digits[Number(event.key) - 1]
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !event.shiftKey) void send()
    else if (digit) digit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
      <label>
        {label}
        <textarea
          ref={field}
          rows={2}
          maxLength={most}
          value={words}
          onInput={(event) => {
            setProblem(undefined)
            write(event.currentTarget.value)
          }}
          onKeyDown={press}
        />
      </label>
      <div class="choices">
        <button type="submit" class={tone} disabled={busy}>
          {act} <Key>Enter</Key>
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          Back <Key>Esc</Key>
        </button>
        <span role="alert">{problem}</span>
      </div>
    </form>
  )
}

const CHANGED: ReadonlySet<Refused['code']> = new Set(['CASE_CHANGED', 'FINDINGS_NOT_NAMED'])

interface NumberedProps {
  label: string
  options: readonly { code: string; text: string }[]
  chosen: string | undefined
  choose: (code: string) => void
}

/** Options to choose from, each with its digit. */
export function Numbered({ label, options, chosen, choose }: NumberedProps) {
  return (
    <fieldset class="commons">
      <legend class="hidden">{label}</legend>
      {options.map(({ code, text }, at) => (
        <button key={code} type="button" class="quiet" aria-pressed={code === chosen} onClick={() => choose(code)}>
          {at < 9 && <Key>{String(at + 1)}</Key>} {text}
        </button>
      ))}
    </fieldset>
  )
}
