import type { CaseView } from '../../contract/console/console.ts'
import { ChallengeStrip } from './challenge-strip.tsx'
import { type Compared, Faces } from './faces.tsx'
import { Sides } from './sides.tsx'
import type { Picked } from './targets.ts'

interface Props {
  view: CaseView
  picked: Picked | undefined
  pick: (picked: Picked | undefined) => void
}

/** The face that the selfie is compared with: of the document, or of the session in which a returning person was approved. */
function portraitOf({ id, images, person }: CaseView): Compared | undefined {
  if (images.includes('primary_face')) return { of: id, name: 'primary_face', title: 'Portrait' }
  return person?.selfie && { of: person.sessionId, name: person.selfie, title: 'Selfie of the earlier session' }
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
  const portrait = portraitOf(view)
  return (
    <div class="pictures">
      {(portrait || selfie) && (
        <div class="people">
          <Faces view={view} portrait={portrait} selfie={selfie} />
          <ChallengeStrip view={view} />
        </div>
      )}
      <Sides view={view} picked={picked} pick={pick} />
    </div>
  )
}
