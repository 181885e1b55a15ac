import { useState } from 'preact/hooks'
import { STEPS } from '../../../kernel/contract/console-words.ts'
import type { LevelList } from '../../../kernel/decision/contract/assurance.ts'
import type { ReviewSettings, TenantDraft, TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'
import { kernelSettings } from '../../../kernel/tenants/kernel-settings.ts'
import { partsOf, type TenantSetting, type TenantSettingList } from '../../../kernel/tenants/setting.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Tick, Ticks } from '../../ui/form.tsx'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { readLevels } from './api.ts'
import type { FieldsProps, PlainSetting, SettingField } from './setting-fields.tsx'

const ofFeatures = import.meta.glob<TenantSettingList>('../../../features/*/settings.ts', {
  eager: true,
  import: 'settings',
})
/** Every setting of a tenant, with its field. */
const SETTINGS: TenantSettingList = Object.assign({}, kernelSettings, ...Object.values(ofFeatures))

/** The fields of one section of the settings. */
export const fieldsOf = (section: string): SettingField[] =>
  Object.entries(SETTINGS)
    .filter(([, setting]) => fieldOf(setting) && setting.section === section)
    .sort(([, one], [, other]) => (fieldOf(one)?.order ?? 0) - (fieldOf(other)?.order ?? 0))
    .map(([name, setting]) => OWN_FIELDS[name] ?? plainField(name as keyof TenantDraft, setting))

const fieldOf = ({ field }: TenantSetting) => (field === 'own' ? undefined : field)

/** Settings that are neither flags nor menus nor a line of text. */
const OWN_FIELDS: Readonly<Record<string, SettingField>> = {
  steps: ({ draft, change, about }) => (
    <fieldset class="ticks">
      <legend>People are asked for</legend>
      <Ticks options={STEP_WORDS} chosen={draft.steps} choose={(steps) => change({ steps })} />
      {about('steps')}
    </fieldset>
  ),
  flows: TenantFlows,
  rejectionReasons: {
    ...plainField('rejectionReasons', kernelSettings.rejectionReasons),
    list: {
      rows: 5,
      placeholder: 'ON_A_LIST The person is on one of our lists.',
      write: ({ rejectionReasons }) => rejectionReasons.map(({ code, text }) => `${code} ${text}`).join('\n'),
      read: (text) => ({ rejectionReasons: readReasons(text) }),
    },
  },
  frameOrigins: {
    ...plainField('frameOrigins', kernelSettings.frameOrigins),
    list: {
      rows: 3,
      placeholder: 'https://shop.example',
      isMono: true,
      write: ({ frameOrigins }) => frameOrigins.join('\n'),
      read: (text) => ({ frameOrigins: text.split(/\s+/).filter(Boolean) }),
    },
  },
}

const STEP_WORDS = STEPS.map((step) => [step, step === 'document' ? 'their document' : 'a selfie'] as const)

/** The field that follows from the schema of a setting. */
function plainField(of: keyof TenantDraft, setting: TenantSetting): PlainSetting {
  const { schema, fallbackText } = setting
  const { type, enum: choices, minimum, maximum, maxLength } = partsOf(schema)
  const { label = of, options = {}, placeholder, isUrl, isRequired, when } = fieldOf(setting) ?? {}
  const common = { of, label, ...(when && { when }) }
  if (type === 'boolean') return { ...common, isTick: true }
  if (choices)
    return {
      ...common,
      options: choices.map((choice) => [choice, options[choice] ?? `${choice}`]),
      ...(fallbackText && { any: fallbackText }),
    }
  const input =
    type === 'integer'
      ? { type: 'number' as const, min: minimum, max: maximum }
      : { ...(isUrl && { type: 'url' as const }), maxLength: maxLength ?? LONGEST_ADDRESS }
  return {
    ...common,
    input: { ...input, ...(placeholder && { placeholder }), ...(isRequired && { required: true }) },
  }
}

/** As the service takes it. */
const LONGEST_ADDRESS = 2048

/** What the tenant is called, where its people come from and where they return to. */
export const ADDRESSES: SettingField[] = [
  { of: 'name', label: 'Name', input: { required: true, maxLength: 80 } },
  ...fieldsOf('tenants'),
]

/** A draft in which nothing is set. */
export const EMPTY_DRAFT = Object.fromEntries(
  Object.entries(SETTINGS)
    .filter(([, { inConsole }]) => inConsole !== false)
    .map(([name, { schema }]) => [name, partsOf(schema).type === 'string' ? '' : null]),
)

function readReasons(text: string): ReviewSettings['rejectionReasons'] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [code = '', ...words] = line.split(/\s+/)
    return { code, text: words.join(' ') }
  })
}

/** Flows that the integrator can name at `initialize`, in addition to the built-in ones. */
function TenantFlows({ draft: { flows }, change: write, about }: FieldsProps) {
  const change = (next: TenantView['flows']) => write({ flows: next })
  const [name, setName] = useState('')
  const isFree = /^[a-z][a-z0-9-]{0,39}$/.test(name) && !Object.hasOwn(flows, name)
  const remove = (flow: string) => change(Object.fromEntries(Object.entries(flows).filter(([each]) => each !== flow)))
  return (
    <>
      <fieldset class="stack">
        <legend>Custom flows</legend>
        {Object.entries(flows).map(([flow, { steps, ...rest }]) => (
          <div key={flow} class="choices">
            <span class="mono">{flow}</span>
            <Ticks
              options={STEPS.map((step) => [step, step === 'document' ? 'document' : 'selfie'])}
              chosen={steps}
              choose={(next) => change({ ...flows, [flow]: { ...rest, steps: next } })}
            />
            <button type="button" aria-label={`Remove the flow ${flow}`} onClick={() => remove(flow)}>
              Remove
            </button>
          </div>
        ))}
        <div class="choices">
          <Field
            label="Name of the new flow"
            width="narrow"
            class="mono"
            value={name}
            maxLength={40}
            placeholder="selfie-only"
            write={(text) => setName(text.trim())}
          />
          <Button
            word="Add flow"
            disabled={!isFree}
            act={() => {
              change({ ...flows, [name]: { steps: [...STEPS] } })
              setName('')
            }}
          />
        </div>
      </fieldset>
      {about('flows')}
    </>
  )
}

type Measured = LevelList[number]['figures']

/**
 * How certain the service must be before a person is approved without a reviewer: the three levels with what each
 * accepts.
 */
export function LevelFields({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const asked = useAnswer(readLevels, [])
  const card = (value: typeof draft.assurance, title: string, asks: string, fitFor: string, figures: Measured = []) => (
    <label key={value} class="level">
      <input
        type="radio"
        name="assurance"
        value={value}
        checked={draft.assurance === value}
        onChange={() => change({ assurance: value })}
      />
      <span class="strong">{title}</span>
      <span>{asks}</span>
      <span class="soft">{fitFor}</span>
      {figures.length > 0 && (
        <dl>
          {figures.map(({ about, measured }) => (
            <div key={about}>
              <dt class="soft">{about}</dt>
              <dd>{measured}</dd>
            </div>
          ))}
        </dl>
      )}
    </label>
  )
  return (
    <fieldset class="levels">
      <legend class="hidden">Level of assurance</legend>
      <Answered asked={asked} what="the levels of assurance" lines={4}>
        {(levels) => levels.map(({ level, asks, fitFor, figures }) => card(level, level, asks, fitFor, figures))}
      </Answered>
      {card(
        '',
        'as the policy says',
        'The policy below decides; the built-in one is the same as high.',
        'For tuning each Trust Factor yourself.',
      )}
      <Tick on={draft.stepUp} set={(stepUp) => change({ stepUp })}>
        If only a proof is missing, offer chip, wallet or another picture before referring to a reviewer
      </Tick>
      <p class="measured">
        <a href="/docs/guides/assurance" target="_blank" rel="noopener">
          Measurements for each level
        </a>
      </p>
    </fieldset>
  )
}
