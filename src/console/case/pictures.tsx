import type { CaseView } from '../../contract/console/console.ts'
import { ChallengeStrip } from './challenge-strip.tsx'
import { Overlay } from './overlay.tsx'
import { Picture } from './picture.tsx'

type Image = CaseView['images'][number]

/** The document's sides large, the two faces beside each other and over each other, and whatever else was cut out. */
export function Pictures({ view }: { view: CaseView }) {
  const { id, images } = view
  const has = (name: Image) => images.includes(name)
  const side = (rectified: Image, original: Image) =>
    has(rectified) ? rectified : has(original) ? original : undefined
  const front = side('original_normalized_FRONT', 'original_FRONT')
  const back = side('original_normalized_BACK', 'original_BACK')
  const selfie = side('face_cropped', 'face_original')
  const rest = (
    [
      ['original_FRONT', 'Front as sent'],
      ['original_BACK', 'Back as sent'],
      ['face_original', 'Selfie as sent'],
      ['signature', 'Signature'],
      ['fingerprint', 'Fingerprint'],
      ['barcode', 'Barcode'],
    ] as const
  ).filter(([name]) => has(name) && ![front, back, selfie].includes(name))

  if (!images.length)
    return (
      <div class="pictures">
        <p class="soft">No picture was accepted yet.</p>
      </div>
    )
  return (
    <div class="pictures">
      {front && <Picture id={id} name={front} title="Front" />}
      {has('authenticity_FRONT') && <Picture id={id} name="authenticity_FRONT" title="Front: where it looks changed" />}
      {back && <Picture id={id} name={back} title="Back" />}
      {has('authenticity_BACK') && <Picture id={id} name="authenticity_BACK" title="Back: where it looks changed" />}
      <div class="faces">
        {has('primary_face') && <Picture id={id} name="primary_face" title="Portrait" />}
        {selfie && <Picture id={id} name={selfie} title="Selfie" />}
        {has('primary_face') && selfie && <Overlay id={id} portrait="primary_face" selfie={selfie} />}
      </div>
      <ChallengeStrip view={view} />
      {rest.length > 0 && (
        <details>
          <summary>More pictures, {rest.length}</summary>
          {rest.map(([name, title]) => (
            <Picture key={name} id={id} name={name} title={title} />
          ))}
        </details>
      )}
    </div>
  )
}
