import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { release } from '../api.ts'
import { go } from '../router.ts'

interface Props {
  id: string
  /** The case is nobody's: it can be taken. */
  freed: () => void
}

/** For an admin, of a case that somebody else has in hand and does not settle: it goes back to the queue, or to the admin. */
export function FreeCase({ id, freed }: Props) {
  const { busy, problem, act } = useAct()
  const giveBack = (then: () => void) => () =>
    act(async () => {
      await release(id)
      then()
    })
  return (
    <>
      <button type="button" disabled={busy} onClick={giveBack(() => go(`queue${location.search}`))}>
        Return to queue
      </button>
      <button type="button" disabled={busy} onClick={giveBack(freed)}>
        Take over
      </button>
      <Problem problem={problem} />
    </>
  )
}
