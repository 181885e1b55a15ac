import { useState } from 'preact/hooks'
import type { AuditLine, AuditRequest } from '../../contract/console/console-audit.ts'
import { AUDIT_KINDS, type AuditKind } from '../../contract/console/console-words.ts'
import { Empty, Failed, Loading } from '../parts.tsx'
import { useAnswer, words } from '../use-answer.ts'
import { atTime, plain } from '../words.ts'
import { searchAudit } from './api.ts'

type Filter = Omit<AuditRequest, 'after'>

const KIND_WORDS: Record<AuditKind, string> = {
  looks: 'Looks at data',
  verdicts: 'Claims and verdicts',
  'sign-ins': 'Sign-ins',
  settings: 'Changes of settings',
  deletions: 'Deletions',
  sessions: 'Sessions begun and ended',
}

/** Who looked at whose data and when, who changed what, who signed in: nothing here can be changed. */
export function Audit() {
  const [filter, setFilter] = useState<Filter>({})
  const first = useAnswer(() => searchAudit(filter), [filter])
  const [older, setOlder] = useState<{ lines: AuditLine[]; more: boolean }>()
  const [problem, setProblem] = useState<string>()
  const lines = [...(first.value?.lines ?? []), ...(older?.lines ?? [])]
  const more = older?.more ?? first.value?.more ?? false

  const narrow = (next: Filter) => {
    setOlder(undefined)
    setFilter(next)
  }
  const readOn = async () => {
    const last = lines.at(-1)
    if (!last) return
    setProblem(undefined)
    try {
      const page = await searchAudit({ ...filter, after: { atUtc: last.atUtc, id: last.id } })
      setOlder((before) => ({ lines: [...(before?.lines ?? []), ...page.lines], more: page.more }))
    } catch (error) {
      setProblem(words(error))
    }
  }
  return (
    <section class="panel" aria-label="Audit log">
      <AuditFilterForm narrow={narrow} />
      {first.problem !== undefined && <Failed problem={first.problem} again={first.again} />}
      {!first.value && first.problem === undefined && <Loading what="the audit log" lines={10} />}
      {first.value && !lines.length && (
        <Empty title="No entry fits">Clear a field above. A session is found by its whole id.</Empty>
      )}
      {lines.length > 0 && <Lines lines={lines} />}
      {problem !== undefined && <Failed problem={problem} again={readOn} />}
      {more && (
        <button type="button" onClick={readOn}>
          Show older entries
        </button>
      )}
    </section>
  )
}

function Lines({ lines }: { lines: AuditLine[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Session</th>
          <th scope="col">Tenant</th>
          <th scope="col">Detail</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, atUtc, actor, action, sessionId, tenant, detail }) => (
          <tr key={id}>
            <td class="nowrap">
              <time dateTime={atUtc} title={atUtc}>
                {atTime(atUtc)}
              </time>
            </td>
            <td class="nowrap">{actor.replace(/^reviewer:/, '')}</td>
            <td class="nowrap">{plain(action)}</td>
            <td>
              {sessionId !== undefined && (
                <a class="mono" href={`/console/sessions/${sessionId}`}>
                  {sessionId.slice(0, 8)}
                </a>
              )}
            </td>
            <td>{tenant === '*' ? '' : tenant}</td>
            <td class="soft small detail">{detail && detailWords(detail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A hash is told from another by its first characters. */
const detailWords = (detail: NonNullable<AuditLine['detail']>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${plain(name)}: ${String(value).replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, '$1')}`)
    .join(' · ')

function AuditFilterForm({ narrow }: { narrow: (filter: Filter) => void }) {
  const submit = (event: Event) => {
    event.preventDefault()
    const element = event.currentTarget as HTMLFormElement
    if (!element.checkValidity()) return
    const form = new FormData(element)
    const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
    const day = (name: string, plus: number) => {
      const value = text(name)
      return value === undefined ? undefined : new Date(Date.parse(`${value}T00:00`) + plus).toISOString()
    }
    const given = {
      actor: text('actor'),
      kind: text('kind'),
      sessionId: text('sessionId'),
      from: day('from', 0),
      before: day('to', 86_400_000),
    }
    narrow(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Filter)
  }
  return (
    <form class="filter" aria-label="Filter" onSubmit={submit} onChange={submit}>
      <label>
        Who
        <input name="actor" maxLength={300} autocomplete="off" spellcheck={false} placeholder="a name, or system" />
      </label>
      <label>
        What
        <select name="kind">
          <option value="">Everything</option>
          {Object.keys(AUDIT_KINDS).map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind as AuditKind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Session id
        <input name="sessionId" class="mono" maxLength={36} pattern="[0-9a-fA-F\-]{36}" title="The whole id" />
      </label>
      <label>
        From
        <input name="from" type="date" />
      </label>
      <label>
        To
        <input name="to" type="date" />
      </label>
      <button type="submit">Search</button>
    </form>
  )
}
