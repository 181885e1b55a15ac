import type { SignInEntry } from '../../../kernel/tenants/contract/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Answered } from '../../ui/states.tsx'
import { actions, type Column, Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { atTime } from '../../ui/words.ts'
import { ago } from '../words.ts'
import { endSignIn, readSignIns } from './api.ts'
import { nameBrowser } from './name-browser.ts'

/** Current sign-ins: one's own, or those of all accounts. */
export function SignIns({ whose }: { whose: 'own' | 'all' }) {
  const list = useAnswer(() => readSignIns(whose), [whose])
  const columns: (Column<SignInEntry> | false)[] = [
    whose === 'all' && { head: 'Name', isName: true, cell: ({ username }) => username },
    { head: 'Browser', cell: ({ agent }) => <span title={agent}>{nameBrowser(agent)}</span> },
    { head: 'Network', class: 'mono', cell: ({ network }) => network },
    { head: 'Since', class: 'nowrap', cell: ({ sinceUtc }) => atTime(sinceUtc) },
    { head: 'Last active', class: 'nowrap', cell: ({ seenUtc }) => <time dateTime={seenUtc}>{ago(seenUtc)}</time> },
    actions(({ id, here, username }) =>
      here ? (
        <span class="soft">this browser</span>
      ) : (
        <Button
          class="small-button"
          word="End session"
          hidden={`of ${username}`}
          act={() => endSignIn(whose, id).then(list.again)}
        />
      ),
    ),
  ]
  return (
    <>
      <h2>{whose === 'own' ? 'Where you are signed in' : 'Signed in now'}</h2>
      <Answered asked={list} what="sign-ins" lines={2}>
        {(entries) => <Table rows={entries} columns={columns} keyOf={({ id }) => id} />}
      </Answered>
    </>
  )
}
