import { useState } from 'preact/hooks'
import {
  CHALLENGE_SETTINGS,
  type CHIP_SETTINGS,
  MINORS_ACCEPTED,
  type SEAL_SETTINGS,
  STEPS,
  STRANGERS,
  type UNNAMED_DOCUMENTS,
  type WALLET_SETTINGS,
  type WITHOUT_PORTRAIT,
} from '../../../kernel/contract/console-words.ts'
import type { LevelList } from '../../../kernel/decision/contract/assurance.ts'
import type { ReviewSettings, TenantView } from '../../../kernel/tenants/contract/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Tick, Ticks } from '../../ui/form.tsx'
import { Answered } from '../../ui/states.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { readLevels } from './api.ts'
import type { FieldsProps, SettingField } from './setting-fields.tsx'

/** The options of a menu: each possible value with its label. */
function worded<Value extends string>(words: Record<Value, string>): [string, string][] {
  return Object.entries(words)
}

/** How a tenant wants its cases reviewed: by how many reviewers, how soon, and with which custom reasons. */
export const REVIEWING: SettingField[] = [
  {
    of: 'fourEyes',
    label: 'Verdicts',
    options: worded<ReviewSettings['fourEyes']>({
      off: 'One reviewer decides',
      approvals: 'Two must agree to approve',
      always: 'Two must agree on every verdict',
    }),
  },
  {
    of: 'confirmAgainst',
    label: 'Approving a specimen or an altered proof (live)',
    options: worded<ReviewSettings['confirmAgainst']>({
      second: 'A second reviewer confirms',
      alone: 'One reviewer alone; the audit log says so',
    }),
  },
  {
    of: 'reviewHours',
    label: 'Deadline for a verdict in hours (optional)',
    input: { type: 'number', min: 1, max: 720 },
  },
  {
    of: 'rejectionReasons',
    label: 'Custom rejection reasons, one per line: CODE, then the sentence',
    list: {
      rows: 5,
      placeholder: 'ON_A_LIST The person is on one of our lists.',
      write: ({ rejectionReasons }) => rejectionReasons.map(({ code, text }) => `${code} ${text}`).join('\n'),
      read: (text) => ({ rejectionReasons: readReasons(text) }),
    },
  },
]

function readReasons(text: string): ReviewSettings['rejectionReasons'] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [code = '', ...words] = line.split(/\s+/)
    return { code, text: words.join(' ') }
  })
}

/** What people are asked for, by default and in the tenant's own flows. */
export const ASKED: SettingField[] = [
  ({ draft, change, about }: FieldsProps) => (
    <>
      <fieldset class="ticks">
        <legend>People are asked for</legend>
        <Ticks options={STEP_WORDS} chosen={draft.steps} choose={(steps) => change({ steps })} />
        {about('steps')}
      </fieldset>
    </>
  ),
  TenantFlows,
  {
    of: 'challenge',
    label: 'Challenge with the selfie',
    any: 'always in live mode, off in test mode',
    options: CHALLENGE_SETTINGS.map((setting) => [setting, setting]),
  },
  {
    of: 'strangers',
    label: 'False-match rate for returning people',
    options: STRANGERS.map((strangers) => [strangers, `1 in ${strangers.toLocaleString('en')}`]),
  },
  {
    of: 'minorsAccepted',
    label: 'Underage people wrongly accepted',
    options: MINORS_ACCEPTED.map((share) => [share, share]),
  },
]

const STEP_WORDS = STEPS.map((step) => [step, step === 'document' ? 'their document' : 'a selfie'] as const)

/** What is accepted in addition to a picture of the document, or instead of it. */
export const PROOFS: SettingField[] = [
  {
    of: 'chip',
    label: 'Chip of the document',
    any: 'optional (default)',
    options: worded<(typeof CHIP_SETTINGS)[number]>({
      off: 'not read',
      optional: 'optional: used if it is read',
      instead: 'instead of the picture of the document',
      required: 'required: anyone without one is referred to a reviewer',
    }),
  },
  {
    of: 'chipApp',
    label: 'URL of your app that reads the chip (https)',
    input: { type: 'url', maxLength: 500, placeholder: 'https://app.example/read-chip' },
    when: ({ chip }) => chip !== 'off',
  },
  {
    of: 'wallet',
    label: 'Credential in a wallet',
    any: 'off (default)',
    options: worded<(typeof WALLET_SETTINGS)[number]>({
      off: 'not asked for',
      optional: 'optional, in addition to the document',
      instead: 'instead of the document; anyone without one takes pictures of the document',
    }),
  },
  {
    of: 'walletWithoutPortrait',
    label: 'A credential without a portrait',
    any: 'is referred to a reviewer (default)',
    options: worded<(typeof WITHOUT_PORTRAIT)[number]>({
      refer: 'is referred to a reviewer',
      accept: 'is accepted without comparing faces',
    }),
    when: ({ wallet }) => wallet === 'instead',
  },
  {
    of: 'seals',
    label: 'Signed barcodes',
    any: 'optional if an authority is trusted (default)',
    options: worded<(typeof SEAL_SETTINGS)[number]>({
      off: 'not verified',
      optional: 'verified if there is one',
      required: 'required: documents without one are referred to a reviewer',
    }),
  },
]

/** What the page asks and accepts in addition to the pictures. */
export const CONSENT: SettingField[] = [
  { of: 'asksConsent', isTick: true, label: 'Ask for consent on the hosted page before a face is processed' },
  {
    of: 'keepsFaces',
    isTick: true,
    label: 'Also ask, separately, whether the face may be kept to recognize the person later',
  },
  { of: 'selfieFiles', isTick: true, label: 'Accept an uploaded file as a live selfie, not only a camera picture' },
  { of: 'refusedToReviewer', isTick: true, label: 'Offer to send a picture to a reviewer after three refusals' },
  {
    of: 'unnamedDocuments',
    label: 'A document of an unknown issuer',
    any: 'is referred to a reviewer (default)',
    options: worded<(typeof UNNAMED_DOCUMENTS)[number]>({
      review: 'is referred to a reviewer',
      refuse: 'is refused',
    }),
  },
]

/** What the tenant is called, where its people come from and where they return to. */
export const ADDRESSES: SettingField[] = [
  { of: 'name', label: 'Name', input: { required: true, maxLength: 80 } },
  {
    of: 'returnUrl',
    label: 'URL that people return to when they are done (https)',
    input: { type: 'url', maxLength: 2048, placeholder: 'https://shop.example/done' },
  },
  {
    of: 'frameOrigins',
    label: 'Origins that may embed the hosted page, one per line',
    list: {
      rows: 3,
      placeholder: 'https://shop.example',
      isMono: true,
      write: ({ frameOrigins }) => frameOrigins.join('\n'),
      read: (text) => ({ frameOrigins: text.split(/\s+/).filter(Boolean) }),
    },
  },
]

/** Where status changes are sent. */
export const WEBHOOK: SettingField[] = [
  { of: 'webhookUrl', label: 'Webhook URL (https)', input: { type: 'url', maxLength: 2048, placeholder: 'https://' } },
]

export const RETENTION: SettingField[] = [
  {
    of: 'retentionDays',
    label: 'Days to keep data after the decision',
    input: { type: 'number', min: 1, max: 3650, required: true },
  },
]

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
