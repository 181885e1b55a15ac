import type { ComponentChildren } from 'preact'
import { useAct } from './button.tsx'
import { Problem } from './states.tsx'

interface FormProps {
  /** The label of the submit button. */
  word: string
  send: (text: (name: string) => string, form: HTMLFormElement) => Promise<unknown>
  isPrimary?: boolean
  disabled?: boolean
  /** A message about the result. */
  said?: string
  children: ComponentChildren
}

/** Fields in a row that are sent together. An error is shown next to the button. */
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

/** The attributes of a text field. */
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
  /** The width of the label. */
  width?: 'narrow' | 'wide'
  /** Called with the new value on every change. */
  write?: (text: string) => void
  /** Shown below the field. */
  children?: ComponentChildren
}

/** A text field with its label. */
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

/** A checkbox. */
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

/** A choice of several options. */
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

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly (readonly [value: Value, word: string])[]
  /** The label of the option for no choice, shown first; its value is empty. */
  any?: string
  /** The field's name, if the form is read when it is sent. */
  name?: string
  /** The initial value in such a form. */
  initial?: string | undefined
  /** Called at once, if the choice takes effect immediately. */
  value?: Value | undefined
  choose?: (value: Value) => void
  class?: string
}

/** A menu with its label. */
export function Choice<Value extends string>({
  label,
  options,
  any,
  name,
  initial,
  value,
  choose,
  class: look,
}: ChoiceProps<Value>) {
  return (
    <label class={look}>
      {label}
      <select name={name} value={value} onChange={choose && ((event) => choose(event.currentTarget.value as Value))}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([option, word]) => (
          <option key={option} value={option} selected={initial === undefined ? undefined : option === initial}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
