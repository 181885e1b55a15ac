import type { Me, Mode, OverviewResponse } from '../../contract/console/console.ts'
import { Answered } from '../../ui/answered.tsx'
import { Bars } from '../../ui/plots/bars.tsx'
import { type Line, Lines } from '../../ui/plots/lines.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { amount, plain, type Tone } from '../../ui/words.ts'
import { readOverview, renewing } from '../api.ts'
import { Heading } from '../parts.tsx'

const REFRESH_MS = 10_000

/** What the service did in 30 days and does now; it renews itself. */
export function OverviewScreen({ person, mode }: { person: Me; mode: Mode }) {
  const asked = useAnswer(
    renewing(() => readOverview(mode)),
    [mode],
    REFRESH_MS,
  )
  return (
    <div class="page">
      <header>
        <Heading>Overview</Heading>
        <p class="soft">
          30 days, {person.tenants?.join(', ') ?? 'all tenants'}, {mode} sessions
        </p>
      </header>
      <Answered asked={asked} what="the overview" lines={12}>
        {(view) => <Plots view={view} />}
      </Answered>
    </div>
  )
}

function Plots({ view }: { view: OverviewResponse }) {
  const { days, spans, refusals, engine, funnel, webhooks, waiting } = view
  return (
    <>
      <dl class="tiles">
        <Tile name="Waiting for a person" value={waiting} tone={waiting ? 'warn' : 'soft'} />
        <Tile name="Webhooks pending" value={webhooks.pending} />
        <Tile name="Webhooks failed" value={webhooks.failed} tone={webhooks.failed ? 'bad' : 'soft'} />
        {engine?.queued !== undefined && <Tile name="Pictures in the engine's queue" value={engine.queued} />}
      </dl>
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
