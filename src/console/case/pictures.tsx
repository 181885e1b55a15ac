import type { CaseView } from '../../contract/console/console.ts'
import { ChallengeStrip } from './challenge-strip.tsx'
import { Faces } from './faces.tsx'
import { Sides } from './sides.tsx'
import type { Picked } from './targets.ts'

interface Props {
  view: CaseView
  picked: Picked | undefined
  pick: (picked: Picked | undefined) => void
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
  const portrait = images.includes('primary_face') ? 'primary_face' : undefined
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
