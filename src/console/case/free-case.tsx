import { Button } from '../../ui/button.tsx'
import { release } from '../api.ts'
import { go } from '../router.ts'

interface Props {
  id: string
  /** The case is nobody's: it can be taken. */
  freed: () => void
}

/** For an admin, of a case that somebody else has in hand and does not settle: it goes back to the queue, or to the admin. */
export function FreeCase({ id, freed }: Props) {
  const giveBack = (then: () => void) => () => release(id).then(then)
  return (
    <>
      <Button word="Return to queue" act={giveBack(() => go(`queue${location.search}`))} />
      <Button word="Take over" act={giveBack(freed)} />
    </>
  )
}
