import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { CaseView } from '../contract/console/console.ts'
import { STATUS_WORDS, type Tone } from './words.ts'

/** A small word with a dot; the colour repeats what the word says. */
export function Dot({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`dot ${tone}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  )
}

export function StatusWord({ status }: { status: CaseView['status'] }) {
  const { word, tone } = STATUS_WORDS[status]
  return <Dot tone={tone}>{word}</Dot>
}

/** The heading of a screen; it takes the focus when the screen opens, so that it is spoken. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Grey lines in the shape of what is to come. */
export function Loading({ lines = 6, what }: { lines?: number; what: string }) {
  return (
    <div class="skeleton" role="status" aria-label={`Loading ${what}`}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  )
}

export function Failed({ problem, again }: { problem: string; again: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>{problem}</p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  )
}

/** What will be here, and how it comes. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="strong">{title}</p>
      <p>{children}</p>
    </div>
  )
}

/** A question that stops everything until it is answered. Escape says no. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  )
}

export function Key({ children }: { children: string }) {
  return (
    <span class="key" aria-hidden="true">
      {children}
    </span>
  )
}
