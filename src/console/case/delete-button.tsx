import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { remove } from '../api.ts'

const CHARACTERS = 8

/** Asks twice: a dialog, and in it the first characters of the id. Nothing brings a deleted session back. */
export function DeleteButton({ id, removed }: { id: string; removed: () => void }) {
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const { busy, problem, act } = useAct()
  const start = id.slice(0, CHARACTERS)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed === start) void act(() => remove(id).then(removed))
  }
  return (
    <>
      <Button class="danger" word="Delete" act={() => setAsking(true)} />
      {asking && (
        <Dialog title="Delete this session?" close={() => setAsking(false)}>
          <p>
            Pictures, fields, factors and scores are deleted for good, here and for the integrator. A note of who
            deleted it and when stays in the audit log.
          </p>
          <form onSubmit={submit}>
            <label>
              Type <span class="mono">{start}</span> to confirm
              <input
                value={typed}
                autocomplete="off"
                spellcheck={false}
                maxLength={CHARACTERS}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            </label>
            <Problem problem={problem} />
            <div class="choices">
              <button type="submit" class="danger" disabled={busy || typed !== start}>
                Delete for good
              </button>
              <Button class="quiet" word="Keep it" act={() => setAsking(false)} />
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
