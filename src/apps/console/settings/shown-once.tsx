import type { ComponentChildren } from 'preact'
import type { ShownOnce } from '../../../kernel/tenants/contract/console-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ShownOnceProps {
  made: ShownOnce
  /** What name and secret are called. */
  words?: readonly [name: string, secret: string]
  close: () => void
  /** More of the list. */
  children?: ComponentChildren
}

/** A password that cannot be shown again. */
export function ShownOnceDialog({ made, words = ['Username', 'Password'], close, children }: ShownOnceProps) {
  const [name, secret] = words
  const word = secret.toLowerCase()
  return (
    <Dialog title={`Save this ${word} now`} close={close}>
      <p>It is shown only once; the service keeps only a hash of it.</p>
      <dl class="secret">
        <div>
          <dt>{name}</dt>
          <dd class="mono">{made.username}</dd>
        </div>
        <div>
          <dt>{secret}</dt>
          <dd class="mono">{made.password}</dd>
        </div>
        {children}
      </dl>
      <div class="choices">
        <Button class="primary" word={`Copy ${word}`} act={() => navigator.clipboard.writeText(made.password)} />
        <Button word="I have saved it" act={close} />
      </div>
    </Dialog>
  )
}
