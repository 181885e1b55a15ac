import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { fromPanels } from '../panels.ts'
import { CaseSections } from './case-sections.tsx'
import { type Compared, Faces } from './faces.tsx'
import { Picture } from './picture.tsx'
import { Sides } from './sides.tsx'
import type { PickProps } from './targets.ts'

const PORTRAITS = [{ name: 'primary_face', title: 'Portrait' } as const, ...fromPanels('portraits')]

/**
 * The faces that the selfie is compared with: of the document and of other sources, or of the session in which a known
 * person was approved.
 */
function portraitsOf({ id, images, person, eyes }: CaseView): Compared[] {
  const found = PORTRAITS.filter(({ name }) => images.includes(name)).map((each) => ({
    ...each,
    of: id,
    eyes: each.name === 'primary_face' ? eyes.portrait : undefined,
  }))
  if (found.length > 0 || !person?.selfie) return found
  const title = 'Selfie of the earlier session'
  return [{ of: person.sessionId, name: person.selfie, title, eyes: eyes.portrait }]
}

/** What the verdict is about: the two faces, what belongs to the selfie next to them, and the document below. */
export function Pictures({ view, picked, pick, changed }: PickProps & { changed: () => void }) {
  const { images } = view
  if (!images.length)
    return (
      <div class="pictures">
        <p class="soft">No picture has been accepted yet.</p>
      </div>
    )
  const selfie = (['face_cropped', 'face_original'] as const).find((name) => images.includes(name))
  const portraits = portraitsOf(view)
  return (
    <div class="pictures">
      {(portraits.length > 0 || selfie) && (
        <div class="people">
          <Faces view={view} portraits={portraits} selfie={selfie} />
          <CaseSections place="selfie" view={view} changed={changed} />
        </div>
      )}
      <Sides view={view} picked={picked} pick={pick} />
    </div>
  )
}

/** Pictures as they were sent, and other crops of them. */
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
      <summary>More pictures ({rest.length})</summary>
      {rest.map(([name, title]) => (
        <Picture key={name} id={id} name={name} title={title} />
      ))}
    </details>
  )
}
