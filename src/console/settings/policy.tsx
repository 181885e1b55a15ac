import { useState } from 'preact/hooks'
import type { PolicyEffect, PolicyView } from '../../contract/console/console-settings.ts'
import { Failed, Loading } from '../parts.tsx'
import { useAnswer } from '../use-answer.ts'
import { amount, atTime, plain } from '../words.ts'
import { readPolicy, tryPolicy, usePolicy } from './api.ts'
import { TenantChoice, useTenant } from './tenant-choice.tsx'
import { useAct } from './use-act.ts'

/** How factors are graded and what each level does. A change is tried on past sessions before it can be put to use. */
export function Policy() {
  const tenants = useTenant()
  const { tenant } = tenants
  return (
    <section class="panel" aria-label="Policy">
      <TenantChoice {...tenants} />
      {tenant && <TenantPolicy key={tenant.id} tenant={tenant.id} />}
    </section>
  )
}

function TenantPolicy({ tenant }: { tenant: string }) {
  const asked = useAnswer(() => readPolicy(tenant), [tenant])
  if (asked.problem !== undefined) return <Failed problem={asked.problem} again={asked.again} />
  if (!asked.value) return <Loading what="the policy" lines={12} />
  return <Editor key={asked.value.sha256} tenant={tenant} view={asked.value} saved={asked.again} />
}

function Editor({ tenant, view, saved }: { tenant: string; view: PolicyView; saved: () => void }) {
  const [text, setText] = useState(view.text)
  const [tried, setTried] = useState<{ text: string; effect: PolicyEffect }>()
  const { busy, problem, act } = useAct()
  const effect = tried?.text === text ? tried.effect : undefined
  const check = () => act(async () => setTried({ text, effect: await tryPolicy(tenant, text) }))
  const put = () =>
    act(async () => {
      await usePolicy(tenant, text)
      saved()
    })
  return (
    <div class="policy">
      <div>
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
        <div class="choices">
          <button type="button" disabled={busy || text === view.text} onClick={check}>
            What would change?
          </button>
          <button type="button" class="primary" disabled={busy || !effect} onClick={put}>
            Put to use
          </button>
          <button type="button" class="quiet" disabled={busy || text === view.text} onClick={() => setText(view.text)}>
            Undo
          </button>
        </div>
      </div>
      <div>
        {problem !== undefined && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
        <div role="status">
          {busy && <Loading what="past sessions" lines={4} />}
          {effect && <Effect effect={effect} />}
        </div>
        {!effect && !busy && (
          <p class="soft">
            Decisions that were taken keep their policy. Edit the text, then see what it would have made of past
            sessions; after that it can be put to use.
          </p>
        )}
        <PastPolicies view={view} />
      </div>
    </div>
  )
}

function Effect({ effect }: { effect: PolicyEffect }) {
  const { sessions, changed, isSample, moves, because, examples } = effect
  return (
    <div class="effect">
      <p class="strong">
        {amount(changed)} of {amount(sessions)} {isSample ? 'sampled' : 'past'} sessions would be decided differently.
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
          Because of {because.map(({ factor, sessions: moved }) => `${plain(factor)} (${amount(moved)})`).join(', ')}.
        </p>
      )}
      {examples.length > 0 && (
        <p class="small">
          {examples.slice(0, 8).map(({ id }) => (
            <a key={id} class="mono" href={`/console/sessions/${id}`}>
              {id.slice(0, 8)}{' '}
            </a>
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
        <table>
          <thead>
            <tr>
              <th scope="col">Since</th>
              <th scope="col">Policy</th>
              <th scope="col">By</th>
            </tr>
          </thead>
          <tbody>
            {history.map((use) => (
              <tr key={use.atUtc}>
                <td>{atTime(use.atUtc)}</td>
                <td>
                  {use.name} {use.version} <span class="mono soft small">{use.sha256.slice(0, 12)}</span>
                </td>
                <td>{use.actor}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
