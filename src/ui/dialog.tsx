import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A question that stops everything until it is answered. Escape says no. */
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
  /** What the button says that does it, and the one that does not. */
  yes: string
  no: string
  busy?: boolean
  act: () => void
  close: () => void
  children: ComponentChildren
}

/** Asks once more before something that cannot be undone. */
export function Confirm({ title, yes, no, busy = false, act, close, children }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      <p>{children}</p>
      <div class="choices">
        <button type="button" class="danger" disabled={busy} onClick={act}>
          {yes}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {no}
        </button>
      </div>
    </Dialog>
  )
}
