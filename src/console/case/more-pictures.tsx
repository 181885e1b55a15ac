import type { CaseView } from '../../contract/console/console-case.ts'
import { Picture } from './picture.tsx'

/** Pictures as they were sent, and what else was cut out of them. */
const REST = [
  ['original_FRONT', 'Front as sent'],
  ['original_BACK', 'Back as sent'],
  ['face_original', 'Selfie as sent'],
  ['signature', 'Signature'],
  ['fingerprint', 'Fingerprint'],
  ['barcode', 'Barcode'],
] as const

export function MorePictures({ view: { id, images } }: { view: CaseView }) {
  const rest = REST.filter(([name]) => images.includes(name))
  if (!rest.length) return null
  return (
    <details class="more-pictures">
      <summary>More pictures, {rest.length}</summary>
      {rest.map(([name, title]) => (
        <Picture key={name} id={id} name={name} title={title} />
      ))}
    </details>
  )
}
