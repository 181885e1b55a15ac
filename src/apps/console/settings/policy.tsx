import { useState } from 'preact/hooks'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { PolicyEffect, PolicyView } from '../../../kernel/tenants/contract/console-settings.ts'
import { Button, useAct } from '../../ui/button.tsx'
import { Field } from '../../ui/form.tsx'
import { Answered, Loading, Problem } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, atTime } from '../../ui/words.ts'
import { SessionLink } from '../parts.tsx'
import { useUnsaved } from '../router.ts'
import { Switch } from '../switches.tsx'
import { factorName } from '../words.ts'
import { readPastScores, readPolicy, tryPolicy, usePolicy } from './api.ts'
import { editPolicy, editRule, readWritten } from './policy/edit-policy.ts'
import { FactorForm } from './policy/factor-form.tsx'
import type { ToolProps } from './tenant-choice.tsx'

/**
 * How factors are graded and what each level does. A change is tested on past sessions before it can be put into use.
 */
export function Policy({ mode, tenant }: ToolProps) {
  const ways = useState<Way>('form')
  const asked = useAnswer(() => readPolicy(tenant.id), [tenant.id, tenant.assurance])
  return (
    <Answered asked={asked} what="the policy" lines={12}>
      {(view) => (
        <Editor key={view.sha256} tenant={tenant.id} mode={mode} view={view} ways={ways} saved={asked.again} />
      )}
    </Answered>
  )
}

type Way = 'form' | 'json'
/** The chosen view and its setter: kept when the tenant changes and when a policy is put into use. */
type Ways = [way: Way, choose: (way: Way) => void]

interface EditorProps {
  tenant: string
  /** The mode of the past sessions that a change is tested on. */
  mode: Mode
  view: PolicyView
  ways: Ways
  saved: () => void
}

function Editor({ tenant, mode, view, ways: [way, setWay], saved }: EditorProps) {
  const [text, setText] = useState(view.text)
  useUnsaved(text !== view.text)
  const [tried, setTried] = useState<{ text: string; effect: PolicyEffect }>()
  const { busy, problem, act } = useAct()
  const effect = tried?.text === text ? tried.effect : undefined
  const check = () => act(async () => setTried({ text, effect: await tryPolicy(tenant, text, mode) }))
  const put = () =>
    act(async () => {
      await usePolicy(tenant, text)
      saved()
    })
  return (
    <div class="policy">
      <div>
        <Switch legend="How the policy is shown" name="way" options={WAYS} value={way} choose={setWay} />
        {way === 'form' ? (
          <PolicyForm tenant={tenant} mode={mode} view={view} text={text} set={setText} />
        ) : (
          <label>
            Policy as JSON
            <textarea
              class="mono small"
              rows={26}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
        )}
        <div class="choices">
          <Button word="What would change?" disabled={busy || text === view.text} act={check} />
          <Button class="primary" word="Activate" disabled={busy || !effect} act={put} />
          <Button class="quiet" word="Undo" disabled={busy || text === view.text} act={() => setText(view.text)} />
        </div>
        <Problem problem={problem} />
        <div role="status">
          {busy && <Loading what="past sessions" lines={4} />}
          {effect && <Effect effect={effect} mode={mode} />}
        </div>
      </div>
      <div>
        {!effect && !busy && (
          <p class="soft">
            Past decisions keep the policy they were made under. Change it, see how it would have decided past {mode}{' '}
            sessions, then activate it.
          </p>
        )}
        <p class="soft">{levelInWords(view.assurance)}</p>
        <PastPolicies view={view} />
      </div>
    </div>
  )
}

function levelInWords({ chosen, level, differing }: PolicyView['assurance']): string {
  if (chosen)
    return `This tenant uses the ${chosen} level of assurance: the policy of that level decides, not this one.`
  return differing.length
    ? `Closest to the ${level} level of assurance; differs in ${differing.join(', ')}.`
    : `Decides like the ${level} level of assurance.`
}

/** Two views of the same policy. */
const WAYS = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const

function Effect({ effect, mode }: { effect: PolicyEffect; mode: Mode }) {
  const { sessions, changed, isSample, moves, because, examples } = effect
  return (
    <div class="effect">
      <p class="strong">
        {amount(changed)} of {amount(sessions)} {isSample ? 'sampled' : 'past'} {mode} sessions would be decided
        differently.
      </p>
      <ul>
        {moves.map(({ from, to, sessions: moved }) => (
          <li key={from + to}>
            {amount(moved)} from {from} to {to}
          </li>
        ))}
      </ul>
      {because.length > 0 && (
        <p class="soft">
          Because of{' '}
          {because.map(({ factor, sessions: moved }) => `${factorName(factor)} (${amount(moved)})`).join(', ')}.
        </p>
      )}
      {examples.length > 0 && (
        <p class="small">
          {examples.slice(0, 8).map(({ id }) => (
            <span key={id}>
              <SessionLink id={id} />{' '}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function PastPolicies({ view: { history, sha256 } }: { view: PolicyView }) {
  return (
    <>
      <h2>History</h2>
      <p class="soft small">
        In use: <span class="mono">{sha256.slice(0, 12)}</span>
      </p>
      {history.length > 0 && (
        <Table
          rows={history}
          keyOf={({ atUtc }) => atUtc}
          columns={[
            { head: 'Since', cell: ({ atUtc }) => atTime(atUtc) },
            {
              head: 'Policy',
              cell: ({ name, version, sha256: hash }) => (
                <>
                  {name} {version} <span class="mono soft small">{hash.slice(0, 12)}</span>
                </>
              ),
            },
            { head: 'By', cell: ({ actor }) => actor },
          ]}
        />
      )}
    </>
  )
}

interface PolicyFormProps {
  tenant: string
  mode: Mode
  view: PolicyView
  text: string
  set: (text: string) => void
}

/** The policy as a form. It writes the same JSON that can be written by hand, and nothing else. */
function PolicyForm({ tenant, mode, view, text, set }: PolicyFormProps) {
  const past = useAnswer(() => readPastScores(tenant, mode), [tenant, mode])
  const policy = readWritten(text)
  if (!policy) return <p class="notice bad">The text is not valid JSON. Fix it in the JSON view first.</p>
  return (
    <div class="stack">
      <div class="choices">
        <Field
          label="Version"
          width="narrow"
          value={String(policy.version ?? '')}
          maxLength={100}
          required
          write={(version) => set(editPolicy(text, { version }))}
        />
        <Field
          label="Minimum age in years (optional)"
          width="narrow"
          type="number"
          min={1}
          max={150}
          value={typeof policy.minimumAge === 'number' ? policy.minimumAge : ''}
          write={(years) => set(editPolicy(text, { minimumAge: years ? Number(years) : undefined }))}
        />
      </div>
      {view.factors.map((factor) => (
        <FactorForm
          key={factor.name}
          factor={factor}
          rule={policy.factors?.[factor.name]}
          steps={past.value?.scores[factor.name]}
          change={(part) => set(editRule(text, factor.name, part))}
        />
      ))}
      {past.problem !== undefined && <p class="soft small">Past scores could not be read: {past.problem}</p>}
    </div>
  )
}
