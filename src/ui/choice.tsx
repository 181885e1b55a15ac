interface ChoiceProps<Value extends string> {
  label: string
  options: readonly (readonly [value: Value, word: string])[]
  /** What stands for no choice at all, before the options; its value is empty. */
  any?: string
  /** In a form that is read when it is sent. */
  name?: string
  /** What it begins with in such a form. */
  initial?: string | undefined
  /** Where it acts at once. */
  value?: Value | undefined
  choose?: (value: Value) => void
  class?: string
}

/** One of a few, by a menu with its label. */
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
