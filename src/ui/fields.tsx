import type { ComponentChildren } from 'preact'

/** What a line to write in may be given. */
export interface LineInput {
  type?: 'text' | 'url' | 'number' | 'search' | 'password' | 'date' | 'color'
  class?: 'mono'
  name?: string
  value?: string | number
  defaultValue?: string | undefined
  placeholder?: string
  required?: boolean
  min?: number
  max?: number
  step?: 'any'
  size?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  title?: string
  inputMode?: 'numeric'
  autocomplete?: string
  autocapitalize?: 'none'
  spellcheck?: boolean
}

interface FieldProps extends LineInput {
  label: ComponentChildren
  /** Of the label. */
  width?: 'narrow' | 'wide'
  /** Called with what stands in it whenever that changes. */
  write?: (text: string) => void
  /** Below it. */
  children?: ComponentChildren
}

/** A line to write in, with its label. */
export function Field({ label, width, write, children, ...input }: FieldProps) {
  return (
    <label class={width}>
      {label}
      <input {...(input as object)} onInput={write && ((event) => write(event.currentTarget.value))} />
      {children}
    </label>
  )
}

interface TickProps {
  on: boolean
  set: (on: boolean) => void
  children: ComponentChildren
}

/** Yes or no. */
export function Tick({ on, set, children }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {children}
    </label>
  )
}

interface TicksProps<Value extends string> {
  options: readonly (readonly [value: Value, word: string])[]
  chosen: readonly Value[]
  /** In the order of the options. */
  choose: (values: Value[]) => void
}

/** Some of a few. */
export function Ticks<Value extends string>({ options, chosen, choose }: TicksProps<Value>) {
  return options.map(([value, word]) => (
    <Tick
      key={value}
      on={chosen.includes(value)}
      set={(on) =>
        choose(options.map(([each]) => each).filter((each) => (each === value ? on : chosen.includes(each))))
      }
    >
      {word}
    </Tick>
  ))
}
