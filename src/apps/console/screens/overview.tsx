import type { ComponentChildren } from 'preact'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { Me } from '../../../kernel/accounts/contract/console-sign-in.ts'
import type { OverviewResponse } from '../../../kernel/figures/contract/console-overview.ts'
import { Choice } from '../../ui/form.tsx'
import { Bars, Tile } from '../../ui/plots/bars.tsx'
import { type Line, Lines } from '../../ui/plots/lines.tsx'
import { Answered } from '../../ui/states.tsx'
import { plain } from '../../ui/words.ts'
import { type Range, sessionsOf, useAddress } from '../address.ts'
import { readOverview, useRenewed } from '../api.ts'
import { Funnel } from '../overview/funnel-plot.tsx'
import { ListRuns, Outcomes, Referrals, Reviewers } from '../overview/tables.tsx'
import { Heading } from '../parts.tsx'
import { useTenantIds } from '../settings/tenant-choice.tsx'
import { STATUS_GROUPS, spanWords } from '../words.ts'
import { SetupNotice } from './setup.tsx'

/** What the service did over some days and does now; every number links to its sessions. It refreshes automatically. */
export function OverviewScreen({ person, mode }: { person: Me; mode: Mode }) {
  const tenants = useTenantIds(person)
  const [{ days = '30', tenant = '' }, show] = useAddress(['days', 'tenant'], mode)
  const asked = useRenewed(() => readOverview(mode, days, tenant), [mode, days, tenant])
  return (
    <div class="page">
      <header>
        <Heading>Overview</Heading>
        <p class="soft">
          {days} days, {tenant || person.tenants?.join(', ') || 'all tenants'}, {mode} sessions
        </p>
      </header>
      {person.role === 'admin' && mode === 'live' && <SetupNotice />}
      <div class="choices">
        <Choice
          class="narrow"
          label="Range"
          options={RANGES}
          value={days}
          choose={(next) => show({ days: next, tenant })}
        />
        {tenants.length > 0 && (
          <Choice
            class="narrow"
            label="Tenant"
            any="All"
            options={tenants}
            value={tenant}
            choose={(next) => show({ days, tenant: next })}
          />
        )}
      </div>
      <Answered asked={asked} what="the overview" lines={12}>
        {(view) => <Plots view={view} range={{ from: view.days[0]?.day ?? '', tenant, mode }} />}
      </Answered>
    </div>
  )
}

const RANGES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const

function Plots({ view, range }: { view: OverviewResponse; range: Range }) {
  const { days, levels, spans, refusals, captures, waiting, lists, reviewers } = view
  return (
    <>
      <Shares days={days} waiting={waiting} range={range}>
        {(lists.open > 0 || lists.runs.length > 0) && (
          <Tile
            name="Approved people with a hit"
            value={lists.open}
            tone={lists.open ? 'warn' : 'soft'}
            href="/console/watchlist"
          />
        )}
      </Shares>
      <Referrals levels={levels} />
      <div class="two-plots">
        <Bars
          title="Time to automatic verdict, from start to finish"
          bars={histogram(spans.edges, spans.automatic, 'rules', range)}
        >
          Decided sessions appear here.
        </Bars>
        <Bars
          title="Time to reviewer verdict, from referral to verdict"
          bars={histogram(spans.edges, spans.reviewed, 'reviewer', range)}
        >
          Verdicts appear here.
        </Bars>
      </div>
      <Funnel captures={captures} range={range} />
      <Lines title="Sessions per day, by outcome" days={days.map(({ day }) => day)} lines={linesOf(days, range)} />
      <Outcomes days={days} range={range} />
      <Reviewers figures={reviewers} range={range} />
      <ListRuns runs={lists.runs} />
      <Bars
        title="Pictures refused, by code"
        bars={refusals.map(({ code, refusals: value }) => ({ name: plain(code), value }))}
      >
        No pictures were refused.
      </Bars>
    </>
  )
}

interface SharesProps {
  days: OverviewResponse['days']
  waiting: number
  range: Range
  children: ComponentChildren
}

/** How much was decided without a reviewer, of all finished sessions. */
function Shares({ days, waiting, range, children }: SharesProps) {
  const count = (...statuses: (keyof OverviewResponse['days'][number]['counts'])[]) =>
    days.reduce((sum, { counts }) => sum + statuses.reduce((own, status) => own + (counts[status] ?? 0), 0), 0)
  const automatic = count('AUTO_APPROVED')
  const rejected = count('AUTO_REJECTED', 'MANUAL_REJECTED')
  const finished = automatic + rejected + count('MANUAL_APPROVED', 'WAITING_FOR_MANUAL_APPROVE')
  const share = (part: number) => (finished ? `${Math.round((100 * part) / finished)}%` : '–')
  return (
    <dl class="tiles">
      <Tile
        name="Approved automatically"
        value={automatic}
        words={share(automatic)}
        href={sessionsOf(range, { status: 'AUTO_APPROVED' })}
      />
      <Tile name="Waiting for a reviewer" value={waiting} tone={waiting ? 'warn' : 'soft'} href={queueOf(range)} />
      <Tile name="Rejected" value={rejected} words={share(rejected)} href={sessionsOf(range, { status: 'rejected' })} />
      <Tile name="Sessions finished" value={finished} />
      {children}
    </dl>
  )
}

const queueOf = ({ tenant }: Range): string => `/console/queue${tenant && `?${new URLSearchParams({ tenant })}`}`

function linesOf(days: OverviewResponse['days'], range: Range): Line[] {
  return STATUS_GROUPS.map(({ name, word, tone, statuses }) => ({
    name: word,
    tone,
    values: days.map(({ counts }) => statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)),
    address: (day) => sessionsOf(range, { status: name, from: day, to: day }),
  }))
}

function histogram(edges: number[], counts: number[], decidedBy: 'rules' | 'reviewer', range: Range) {
  if (!counts.some(Boolean)) return []
  return counts.map((value, at) => {
    const [over, under] = [edges[at - 1], edges[at]]
    const between = { ...(over && { over: `${over}` }), ...(under && { under: `${under}` }) }
    return {
      name: under === undefined ? `Over ${spanWords(edges.at(-1) ?? 0)}` : `Under ${spanWords(under)}`,
      value,
      href: sessionsOf(range, { decidedBy, decidedFrom: range.from, ...between }),
    }
  })
}
