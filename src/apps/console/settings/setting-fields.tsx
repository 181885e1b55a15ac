import type { ComponentChildren, ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import type { TenantDraft } from '../../../kernel/tenants/contract/tenant-view.ts'
import { Choice, Field, type LineInput, Tick } from '../../ui/form.tsx'

/** The props of a group of fields: the tenant as it is being edited, and what is wrong with a setting, next to it. */
export interface FieldsProps {
  draft: TenantDraft
  change: (part: Partial<TenantDraft>) => void
  about: (setting: keyof TenantDraft) => ComponentChildren
}

/**
 * A setting of a tenant in a form: a text field, a menu, a checkbox or a list; a component for anything more complex.
 */
export type SettingField = PlainSetting | ComponentType<FieldsProps>

export interface PlainSetting {
  of: keyof TenantDraft
  label: string
  /** For a text field; numbers are stored as numbers, an empty number as null. */
  input?: LineInput
  options?: readonly (readonly [value: string | number, word: string])[]
  /** The menu's option for no choice. */
  any?: string
  isTick?: true
  list?: ListForm
  /** Shown only if this is true. */
  when?: (draft: Readonly<Record<string, unknown>>) => boolean
}

/** Several values as text of several lines. */
interface ListForm {
  rows: number
  placeholder: string
  isMono?: true
  write: (draft: TenantDraft) => string
  read: (text: string) => Partial<TenantDraft>
}

/** The settings of a form, one below the other. */
export function SettingFields({ fields, ...props }: FieldsProps & { fields: readonly SettingField[] }) {
  return fields.map((Setting, at) =>
    typeof Setting === 'function' ? (
      <Setting key={at} {...props} />
    ) : (
      (Setting.when?.({ ...props.draft }) ?? true) && <Plain key={Setting.of} {...props} {...Setting} />
    ),
  )
}

function Plain({ of, label, input, options, any, isTick, list, draft, change, about }: FieldsProps & PlainSetting) {
  const value = draft[of]
  const set = (next: unknown) => change({ [of]: next })
  if (isTick)
    return (
      <Tick on={value === true} set={set}>
        {label}
      </Tick>
    )
  if (list)
    return (
      <List {...list} label={label} draft={draft} change={change}>
        {about(of)}
      </List>
    )
  if (options)
    return (
      <Choice
        class="wide"
        label={label}
        any={any}
        options={options.map(([option, word]) => [`${option}`, word])}
        value={`${value}`}
        choose={(chosen) => set(options.find(([option]) => `${option}` === chosen)?.[0] ?? chosen)}
      />
    )
  const write = (text: string) => {
    if (input?.type === 'number') set(text ? Number(text) : null)
    else set(input?.type === 'url' ? text.trim() : text)
  }
  return (
    <Field label={label} width="wide" {...input} value={value === null ? '' : `${value}`} write={write}>
      {about(of)}
    </Field>
  )
}

interface ListProps extends ListForm, Pick<FieldsProps, 'draft' | 'change'> {
  label: string
  children: ComponentChildren
}

/** Keeps the text as it was typed. */
function List({ label, rows, placeholder, isMono, write, read, draft, change, children }: ListProps) {
  const [text, setText] = useState(write(draft))
  return (
    <label class="wide">
      {label}
      <textarea
        rows={rows}
        class={isMono && 'mono'}
        spellcheck={!isMono}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value)
          change(read(value))
        }}
      />
      {children}
    </label>
  )
}
