import type { ComponentChildren } from 'preact'
import { Drawing, type DrawingName } from './drawings.tsx'
import type { Asked } from './use-answer.ts'
import type { Tone } from './words.ts'

/** A short label with a dot; the color repeats what the label says. */
export function Dot({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`dot ${tone}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  )
}

/** Gray placeholder lines in the shape of the coming content. */
export function Loading({ lines = 6, what }: { lines?: number | undefined; what: string }) {
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

/** The error of the last action; nothing if it succeeded. */
export function Problem({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null
  return (
    <p class="notice bad" role="alert">
      {problem}
    </p>
  )
}

interface EmptyProps {
  /** A drawing of what would be here. */
  picture: DrawingName
  title: string
  children: ComponentChildren
}

/** What will appear here, and how. */
export function Empty({ picture, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Drawing name={picture} />
      <div>
        <p class="strong">{title}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}

interface AnsweredProps<Value> {
  asked: Asked<Value>
  /** Names what is loading: "Loading …". */
  what: string
  lines?: number
  children: (value: Value) => ComponentChildren
}

/** An answer in each of its states: loading, failed, or loaded. */
export function Answered<Value>({ asked: { value, problem, again }, what, lines, children }: AnsweredProps<Value>) {
  return (
    <>
      {problem !== undefined && <Failed problem={problem} again={again} />}
      {value === undefined && problem === undefined && <Loading what={what} lines={lines} />}
      {value !== undefined && children(value)}
    </>
  )
}
