import { ChallengeStrip } from '../../capabilities/challenge/panel/challenge-strip.tsx'
import type { CaseView } from '../../contract/console/console-case.ts'
import { type Compared, Faces } from './faces.tsx'
import { Sides } from './sides.tsx'
import type { Picked } from './targets.ts'

interface Props {
  view: CaseView
  picked: Picked | undefined
  pick: (picked: Picked | undefined) => void
}

/** The faces that the selfie is compared with: of the document, its chip and a credential, or of the session in which a returning person was approved. */
function portraitsOf({ id, images, person, eyes }: CaseView): Compared[] {
  const printed = images.includes('primary_face')
    ? [{ of: id, name: 'primary_face', title: 'Portrait', eyes: eyes.portrait }]
    : []
  const inChip = images.includes('chip_face')
    ? [{ of: id, name: 'chip_face', title: 'Portrait in the chip', eyes: undefined }]
    : []
  const presented = images.includes('credential_face')
    ? [{ of: id, name: 'credential_face', title: 'Portrait in the credential', eyes: undefined }]
    : []
  const found = [...printed, ...inChip, ...presented]
  if (found.length > 0 || !person?.selfie) return found
  const title = 'Selfie of the earlier session'
  return [{ of: person.sessionId, name: person.selfie, title, eyes: eyes.portrait }]
}

/** What the verdict is about: the two faces, the frames of the challenge next to them, and the document below. */
export function Pictures({ view, picked, pick }: Props) {
  const { images } = view
  if (!images.length)
    return (
      <div class="pictures">
        <p class="soft">No picture was accepted yet.</p>
      </div>
    )
  const selfie = (['face_cropped', 'face_original'] as const).find((name) => images.includes(name))
  const portraits = portraitsOf(view)
  return (
    <div class="pictures">
      {(portraits.length > 0 || selfie) && (
        <div class="people">
          <Faces view={view} portraits={portraits} selfie={selfie} />
          <ChallengeStrip view={view} />
        </div>
      )}
      <Sides view={view} picked={picked} pick={pick} />
    </div>
  )
}
