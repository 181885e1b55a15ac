import type { ShownOnce } from '../../../kernel/tenants/contract/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A password that cannot be shown again. */
export function ShownOnceDialog({ made, close }: { made: ShownOnce; close: () => void }) {
  return (
    <Dialog title="Save this password now" close={close}>
      <p>It is shown only once; the service keeps only a hash of it.</p>
      <dl class="secret">
        <div>
          <dt>Username</dt>
          <dd class="mono">{made.username}</dd>
        </div>
        <div>
          <dt>Password</dt>
          <dd class="mono">{made.password}</dd>
        </div>
      </dl>
      <div class="choices">
        <Button class="primary" word="Copy password" act={() => navigator.clipboard.writeText(made.password)} />
        <Button word="I have saved it" act={close} />
      </div>
    </Dialog>
  )
}
