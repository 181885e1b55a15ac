import { useLoaded } from '../use-loaded.ts'

/** A QR code on white, once there is a link; its program is loaded when one is shown: a person who began on a phone never sees any. */
export function LateQrCode({ link, label }: { link: string | undefined; label: string }) {
  const part = useLoaded(true, () => import('../../ui/qr-code.tsx'))
  return (
    <div class="qr" aria-busy={!link}>
      {part && link && <part.QrCode text={link} label={label} />}
    </div>
  )
}
