import { useRenewed } from '../../../apps/console/api.ts'
import { Heading } from '../../../apps/console/parts.tsx'
import { Answered, Empty } from '../../../apps/ui/states.tsx'
import { Table } from '../../../apps/ui/table.tsx'
import { amount, atTime } from '../../../apps/ui/words.ts'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import { readWatchlist } from './api.ts'
import { Blocklist } from './blocklist.tsx'

/** Approved people with hits from later versions of lists, and how many people were compared with each list. */
export function WatchlistScreen({ mode }: { mode: Mode }) {
  const asked = useRenewed(() => readWatchlist(mode), [mode])
  return (
    <div class="page">
      <header>
        <Heading>Lists</Heading>
        <p class="soft">Approved people who may be on a later version of a list, {mode} sessions</p>
      </header>
      <Answered asked={asked} what="the lists" lines={8}>
        {({ total, alerts, lists, sources }) => (
          <>
            <section class="stack" aria-label="Hits to look at">
              <h2>Hits to look at: {amount(total)}</h2>
              {alerts.length === 0 ? (
                <Empty picture="people" title="Nobody to look at">
                  When a new version of a list names somebody who was approved earlier, they appear here.
                </Empty>
              ) : (
                <Table
                  rows={alerts}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      head: 'Session',
                      isName: true,
                      cell: ({ id }) => (
                        <a class="mono" href={`/console/sessions/${id}`}>
                          {id}
                        </a>
                      ),
                    },
                    { head: 'Tenant', cell: ({ tenant }) => tenant },
                    { head: 'Hits', isNumber: true, cell: ({ hits }) => hits },
                    { head: 'Found', cell: ({ foundUtc }) => atTime(foundUtc) },
                  ]}
                />
              )}
            </section>
            <section class="stack" aria-label="Lists in use">
              <h2>Lists in use</h2>
              {lists.length === 0 ? (
                <Empty picture="lists" title="No lists imported">
                  Sanctions and other lists that people are compared with. Run <code>limen lists import FILE</code> on
                  the server.
                </Empty>
              ) : (
                <Table
                  rows={lists}
                  keyOf={({ name }) => name}
                  columns={[
                    { head: 'List', isName: true, cell: ({ name }) => name },
                    { head: 'Version', isNumber: true, cell: ({ version }) => version },
                    { head: 'Of', cell: ({ sourceDate }) => sourceDate ?? '–' },
                    { head: 'Imported', cell: ({ importedUtc }) => atTime(importedUtc) },
                    { head: 'Persons', isNumber: true, cell: ({ entries }) => amount(entries) },
                    { head: 'New or changed', isNumber: true, cell: ({ changed }) => amount(changed) },
                    { head: 'Approved people compared', isNumber: true, cell: ({ compared }) => amount(compared ?? 0) },
                    { head: 'With a hit', isNumber: true, cell: ({ found }) => amount(found ?? 0) },
                    { head: 'Done', cell: ({ doneUtc }) => (doneUtc ? atTime(doneUtc) : 'not yet') },
                  ]}
                />
              )}
            </section>
            {sources.length > 0 && (
              <section class="stack" aria-label="Lists fetched automatically">
                <h2>Lists fetched automatically</h2>
                <Table
                  rows={sources}
                  keyOf={({ list }) => list}
                  columns={[
                    { head: 'List', isName: true, cell: ({ list }) => list },
                    { head: 'From', cell: ({ host }) => host },
                    { head: 'Every', cell: ({ everyHours }) => `${everyHours} h` },
                    { head: 'Last fetch', cell: ({ last }) => (last ? atTime(last.atUtc) : 'not yet') },
                    { head: 'Result', cell: ({ last }) => (last ? fetchWords(last) : '–') },
                    { head: 'Next', cell: ({ nextUtc }) => atTime(nextUtc) },
                  ]}
                />
              </section>
            )}
          </>
        )}
      </Answered>
      <Blocklist mode={mode} />
    </div>
  )
}

function fetchWords({ outcome, text }: { outcome: 'imported' | 'unchanged' | 'failed'; text: string }): string {
  if (outcome === 'failed') return `Failed; the previous version is still in use: ${text}`
  return outcome === 'imported' ? `New: ${text}` : 'Unchanged'
}
