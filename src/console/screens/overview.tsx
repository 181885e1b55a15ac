import { useState } from 'preact/hooks'
import type { Me, Mode, OverviewResponse } from '../../contract/console/console.ts'
import { Answered } from '../../ui/answered.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Bars } from '../../ui/plots/bars.tsx'
import { type Line, Lines } from '../../ui/plots/lines.tsx'
import { Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, plain, type Tone } from '../../ui/words.ts'
import { readOverview, renewing } from '../api.ts'
import { Heading } from '../parts.tsx'
import { useTenantIds } from '../use-tenant-ids.ts'
import { STATUS_WORDS } from '../words.ts'

const REFRESH_MS = 10_000

/** What the service did in 30 days and does now; it renews itself. */
export function OverviewScreen({ person, mode }: { person: Me; mode: Mode }) {
  const tenants = useTenantIds(person)
  const [days, setDays] = useState('30')
  const [tenant, setTenant] = useState('')
  const asked = useAnswer(
    renewing(() => readOverview(mode, days, tenant)),
    [mode, days, tenant],
    REFRESH_MS,
  )
  return (
    <div class="page">
      <header>
        <Heading>Overview</Heading>
        <p class="soft">
          {days} days, {tenant || person.tenants?.join(', ') || 'all tenants'}, {mode} sessions
        </p>
      </header>
      <div class="choices">
        <Choice class="narrow" label="Range" options={RANGES} value={days} choose={setDays} />
        {tenants.length > 0 && (
          <Choice class="narrow" label="Tenant" any="All" options={tenants} value={tenant} choose={setTenant} />
        )}
      </div>
      <Answered asked={asked} what="the overview" lines={12}>
        {(view) => <Plots view={view} tenant={tenant} mode={mode} />}
      </Answered>
    </div>
  )
}

const RANGES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const

function Plots({ view, tenant, mode }: { view: OverviewResponse; tenant: string; mode: Mode }) {
  const { days, spans, refusals, engine, funnel, webhooks, waiting, reviewers } = view
  return (
    <>
      <dl class="tiles">
        <Tile name="Waiting for a person" value={waiting} tone={waiting ? 'warn' : 'soft'} />
        <Tile name="Webhooks pending" value={webhooks.pending} />
        <Tile name="Webhooks failed" value={webhooks.failed} tone={webhooks.failed ? 'bad' : 'soft'} />
        {engine?.queued !== undefined && <Tile name="Pictures in the engine's queue" value={engine.queued} />}
      </dl>
      <Outcomes days={days} tenant={tenant} mode={mode} />
      <Lines title="Sessions per day, by outcome" days={days.map(({ day }) => day)} lines={linesOf(days)} />
      <div class="pair">
        <Bars title="Decided automatically, from start to finish" bars={histogram(spans.edges, spans.automatic)}>
          Decided sessions appear here.
        </Bars>
        <Bars title="Decided by a person, from referral to verdict" bars={histogram(spans.edges, spans.reviewed)}>
          Verdicts appear here.
        </Bars>
      </div>
      <div class="pair">
        <Bars
          title="Pictures refused, by code"
          bars={refusals.map(({ code, refusals: value }) => ({ name: plain(code), value }))}
        >
          No pictures were refused.
        </Bars>
        {engine && (
          <Bars
            title="Engine time by step, mean on this node"
            bars={engine.steps.map(({ step, meanMs, calls }) => ({
              name: plain(step),
              value: meanMs,
              words: `${amount(meanMs)} ms × ${amount(calls)}`,
            }))}
          >
            This node has not read any pictures since it started.
          </Bars>
        )}
      </div>
      <Reviewers figures={reviewers} />
      {funnel && (
        <Bars
          title="How far people come, on this node since it started"
          bars={
            funnel.some(({ times }) => times)
              ? funnel.map(({ step, times }) => ({ name: plain(step), value: times }))
              : []
          }
        >
          Nobody has come by since this node started.
        </Bars>
      )}
    </>
  )
}

const STATUS_ORDER = Object.keys(STATUS_WORDS) as (keyof typeof STATUS_WORDS)[]

/** Every outcome with its share of all sessions; each leads to its sessions. */
function Outcomes({ days, tenant, mode }: { days: OverviewResponse['days']; tenant: string; mode: Mode }) {
  const count = (status: keyof typeof STATUS_WORDS) => days.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0)
  const rows = STATUS_ORDER.map((status) => ({ status, sessions: count(status) })).filter(({ sessions }) => sessions)
  const all = rows.reduce((sum, { sessions }) => sum + sessions, 0)
  const address = (status: string) =>
    `/console/sessions?${new URLSearchParams({
      status,
      from: days[0]?.day ?? '',
      ...(tenant && { tenant }),
      ...(mode === 'test' && { mode }),
    })}`
  if (!all) return null
  return (
    <Table
      caption="Outcomes"
      rows={rows}
      keyOf={({ status }) => status}
      columns={[
        {
          head: 'Outcome',
          isName: true,
          cell: ({ status }) => <a href={address(status)}>{STATUS_WORDS[status].word}</a>,
        },
        { head: 'Sessions', isNumber: true, cell: ({ sessions }) => amount(sessions) },
        { head: 'Share', isNumber: true, cell: ({ sessions }) => share(sessions, all) },
      ]}
    />
  )
}

/** What reviewers did, and how much of it was decided otherwise later. */
function Reviewers({ figures }: { figures: OverviewResponse['reviewers'] }) {
  if (!figures.length) return null
  return (
    <Table
      caption="Reviewers"
      rows={figures}
      keyOf={({ reviewer }) => reviewer}
      columns={[
        { head: 'Reviewer', isName: true, cell: ({ reviewer }) => reviewer },
        { head: 'Verdicts', isNumber: true, cell: ({ verdicts }) => amount(verdicts) },
        { head: 'An hour', isNumber: true, cell: ({ verdicts, hours }) => (verdicts / hours).toFixed(1) },
        {
          head: 'Overturned',
          isNumber: true,
          cell: ({ overturned, verdicts }) => `${amount(overturned)} (${share(overturned, verdicts)})`,
        },
      ]}
    />
  )
}

const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`

function Tile({ name, value, tone = 'soft' }: { name: string; value: number; tone?: Tone }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={value ? tone : ''}>{amount(value)}</dd>
    </div>
  )
}

function linesOf(days: OverviewResponse['days']): Line[] {
  const values = (...statuses: (keyof OverviewResponse['days'][number]['counts'])[]) =>
    days.map(({ counts }) => statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0))
  return [
    { name: 'Approved', tone: 'good', values: values('AUTO_APPROVED', 'MANUAL_APPROVED') },
    { name: 'Rejected', tone: 'bad', values: values('AUTO_REJECTED', 'MANUAL_REJECTED') },
    { name: 'Waiting', tone: 'warn', values: values('WAITING_FOR_MANUAL_APPROVE') },
    { name: 'Not finished', tone: 'soft', values: values('PENDING', 'EXPIRED') },
  ]
}

function histogram(edges: number[], counts: number[]) {
  if (!counts.some(Boolean)) return []
  const span = (minutes: number) =>
    minutes < 60 ? `${minutes} min` : minutes < 1440 ? `${minutes / 60} h` : `${minutes / 1440} day`
  return counts.map((value, at) => {
    const edge = edges[at]
    return { name: edge === undefined ? `Over ${span(edges.at(-1) ?? 0)}` : `Under ${span(edge)}`, value }
  })
}
