import { useLoaded } from '../use-loaded.ts'

/** A QR code, whose program is loaded when one is shown: a person who began on a phone never sees any. */
export function LateQrCode(code: { text: string; label: string }) {
  const part = useLoaded(true, () => import('../../ui/qr-code.tsx'))
  return part ? <part.QrCode {...code} /> : null
}
