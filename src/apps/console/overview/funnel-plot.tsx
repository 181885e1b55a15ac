import { useState } from 'preact/hooks'
import { SECONDS_EDGES } from '../../../kernel/contract/console-words.ts'
import type { OverviewResponse } from '../../../kernel/figures/contract/console-overview.ts'
import { Choice } from '../../ui/form.tsx'
import { Bars, Share } from '../../ui/plots/bars.tsx'
import { Table } from '../../ui/table.tsx'
import { amount, plain } from '../../ui/words.ts'
import { type Range, sessionsOf } from '../address.ts'
import { type FunnelRow, funnelOf, reasonsOf, type Who } from './funnel.ts'

const DEVICES = [
  ['page', 'Phones and desktops'],
  ['phone', 'Phones'],
  ['desktop', 'Desktops'],
  ['api', 'API'],
] as const

/** How far people get, with how many pictures and how fast, and what they were shown on the way. */
export function Funnel({ captures, range }: { captures: OverviewResponse['captures']; range: Range }) {
  const onlyPrograms = captures.length > 0 && captures.every(({ device }) => device === 'api')
  const [device, setDevice] = useState<Who['device']>()
  const [language, setLanguage] = useState('')
  const who = { device: device ?? (onlyPrograms ? 'api' : 'page'), language }
  const rows = funnelOf(captures, who)
  const languages = [...new Set(captures.map((each) => each.language))].toSorted()
  return (
    <section class="funnel" aria-label="Where people drop off">
      <h2>Where people drop off</h2>
      <div class="choices">
        <Choice class="narrow" label="Device" options={DEVICES} value={who.device} choose={setDevice} />
        <Choice
          class="narrow"
          label="Language"
          any="All"
          options={languages.map((each) => [each, languageName(each)])}
          value={language}
          choose={setLanguage}
        />
      </div>
      <div class="two-plots">
        <figure class="plot bars">
          <figcaption>Steps reached; each links to the sessions that ended there</figcaption>
          {rows.length ? <Steps rows={rows} range={range} /> : <p class="soft">No visits in this period.</p>}
        </figure>
        <Bars
          title="Pictures refused, by reason shown"
          bars={reasonsOf(captures, who).map(({ reason, times }) => ({ name: plain(reason), value: times }))}
        >
          No pictures were refused.
        </Bars>
      </div>
    </section>
  )
}

function Steps({ rows, range }: { rows: FunnelRow[]; range: Range }) {
  return (
    <Table
      isCompared
      rows={rows}
      keyOf={({ step }) => step}
      columns={[
        {
          head: 'Step',
          isName: true,
          cell: ({ step }) => <a href={sessionsOf(range, { reached: step })}>{plain(step)}</a>,
        },
        { head: 'Share', class: 'bar', isHeadHidden: true, cell: ({ share }) => <Share share={share} /> },
        {
          head: 'Sessions',
          isNumber: true,
          cell: ({ sessions, share }) => `${amount(sessions)} · ${percent(share)}`,
        },
        {
          head: 'First picture',
          isNumber: true,
          cell: ({ firstTry }) => (firstTry === undefined ? '–' : percent(firstTry)),
        },
        {
          head: 'Median time',
          isNumber: true,
          cell: ({ halfUnder }) => (halfUnder === undefined ? '–' : spanWords(halfUnder)),
        },
      ]}
    />
  )
}

const percent = (share: number): string => `${Math.round(100 * share)}%`

function spanWords(seconds: number): string {
  if (seconds === Number.POSITIVE_INFINITY) return `> ${(SECONDS_EDGES.at(-1) ?? 0) / 60} min`
  return seconds < 60 ? `< ${seconds} s` : `< ${seconds / 60} min`
}

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const languageName = (code: string): string => (code === 'other' ? 'Others' : (names.of(code) ?? code))
