import type { SignInEntry } from '../../contract/console/console-settings.ts'
import { Answered } from '../../ui/answered.tsx'
import { Problem } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { atTime } from '../../ui/words.ts'
import { since } from '../words.ts'
import { endSignIn, readSignIns } from './api.ts'
import { nameBrowser } from './name-browser.ts'

/** Who is signed in where: oneself, or everybody. */
export function SignIns({ whose }: { whose: 'own' | 'all' }) {
  const list = useAnswer(() => readSignIns(whose), [whose])
  const { busy, problem, act } = useAct()
  const end = (id: string) =>
    act(async () => {
      await endSignIn(whose, id)
      list.again()
    })
  const columns: (Column<SignInEntry> | false)[] = [
    whose === 'all' && { head: 'Name', isName: true, cell: ({ username }) => username },
    { head: 'Browser', cell: ({ agent }) => <span title={agent}>{nameBrowser(agent)}</span> },
    { head: 'Network', class: 'mono', cell: ({ network }) => network },
    { head: 'Since', class: 'nowrap', cell: ({ sinceUtc }) => atTime(sinceUtc) },
    { head: 'Last active', class: 'nowrap', cell: ({ seenUtc }) => <time dateTime={seenUtc}>{ago(seenUtc)}</time> },
    {
      head: 'Actions',
      isHeadHidden: true,
      class: 'number',
      cell: ({ id, here, username }) =>
        here ? (
          <span class="soft">this one</span>
        ) : (
          <button type="button" class="small-button" disabled={busy} onClick={() => end(id)}>
            End session<span class="hidden"> of {username}</span>
          </button>
        ),
    },
  ]
  return (
    <>
      <h2>{whose === 'own' ? 'Where you are signed in' : 'Signed in now'}</h2>
      <Problem problem={problem} />
      <Answered asked={list} what="sign-ins" lines={2}>
        {(entries) => <Table rows={entries} columns={columns} keyOf={({ id }) => id} />}
      </Answered>
    </>
  )
}

const ago = (utc: string): string => {
  const span = since(utc)
  return span === 'now' ? span : `${span} ago`
}
