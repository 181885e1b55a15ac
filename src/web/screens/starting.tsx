import firstTexts from '../../ui/locales/en-US.first.json' with { type: 'json' }
import type { Wait } from '../waiting.ts'

/** Before the first answer no language is chosen yet: what it waits for is said in the one that came with the page. */
export function Starting({ wait }: { wait: Wait }) {
  return (
    <div class="page" aria-busy="true">
      {wait && (
        <p role="status" class="soft">
          {wait === 'offline' ? firstTexts.offlineWorking : firstTexts.SERVICE_UNAVAILABLE}
        </p>
      )}
    </div>
  )
}
