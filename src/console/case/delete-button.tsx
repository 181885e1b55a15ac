import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { reasonOf } from '../../ui/words.ts'
import { remove } from '../api.ts'

const CHARACTERS = 8

/** Asks twice: a dialog, and in it the first characters of the id. Nothing brings a deleted session back. */
export function DeleteButton({ id, removed }: { id: string; removed: () => void }) {
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const start = id.slice(0, CHARACTERS)
  const act = async (event: SubmitEvent) => {
    event.preventDefault()
    if (typed !== start) return
    try {
      await remove(id)
      removed()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Delete
      </button>
      {asking && (
        <Dialog title="Delete this session?" close={() => setAsking(false)}>
          <p>
            Pictures, fields, factors and scores are deleted for good, here and for the integrator. A note of who
            deleted it and when stays in the audit log.
          </p>
          <form onSubmit={act}>
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
            <div role="alert">{problem}</div>
            <div class="choices">
              <button type="submit" class="danger" disabled={typed !== start}>
                Delete for good
              </button>
              <button type="button" class="quiet" onClick={() => setAsking(false)}>
                Keep it
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
