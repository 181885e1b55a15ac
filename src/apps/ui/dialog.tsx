import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'

/** A modal dialog. Escape cancels it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="dialog-title">
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  /** The labels of the confirm button and the cancel button. */
  yes: string
  no: string
  act: () => unknown
  close: () => void
  children: ComponentChildren
}

/** Asks for confirmation before something that cannot be undone. */
export function Confirm({ title, yes, no, act, close, children }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      <p>{children}</p>
      <div class="choices">
        <Button class="danger" word={yes} act={act} />
        <Button class="quiet" word={no} act={close} />
      </div>
    </Dialog>
  )
}
