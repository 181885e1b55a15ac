import { texts } from '../../ui/locales/en-US.ts'
import type { Wait } from '../waiting.ts'

/** Before the first answer no language is chosen yet: what it waits for is said in the one that came with the page. */
export function Starting({ wait }: { wait: Wait }) {
  return (
    <div class="page" aria-busy="true">
      {wait && (
        <p role="status" class="soft">
          {wait === 'offline' ? texts.offlineWorking : texts.SERVICE_UNAVAILABLE}
        </p>
      )}
    </div>
  )
}
