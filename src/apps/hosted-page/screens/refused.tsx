import type { Texts } from '../../../kernel/texts/languages.ts'
import type { FlowPart } from '../flow-part.ts'
import { Button } from '../pieces/button.tsx'
import { Icon } from '../pieces/drawings.tsx'
import { Example } from '../pieces/examples.tsx'
import { Layout } from '../pieces/layout.tsx'
import { Note } from '../pieces/note.tsx'
import { Marked } from '../pieces/picture.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Shot } from '../screen.ts'
import type { Refusal } from '../sentences.ts'

interface RefusedProps {
  part: FlowPart
  progress: { step: number; steps: number }
  refusal: Refusal
  /** The picture that was refused; absent if the file was not a picture. */
  shot?: Shot | undefined
  /** How many times this reason occurred before, and how many pictures of this part were refused in total. */
  times: { reason: number; part: number }
  onAgain: () => void
  /** Sends the same picture again, if the picture was not at fault. */
  onSendAgain?: (() => void) | undefined
  /** Opens the corner editor, if the document was not found. */
  onCorners?: (() => void) | undefined
  /** Alternatives for a person who cannot get further here. */
  onOtherDocument?: (() => void) | undefined
  onOtherDevice?: (() => void) | undefined
  /** The selfie lacked what was asked along with it: takes it without. */
  missed?: { part: keyof Texts; without: keyof Texts; onWithout: () => void } | undefined
  /** Present if the service offers it. */
  onReviewer?: (() => void) | undefined
  onLater: () => void
}

/** After this many refusals for one reason a drawing explains it. */
const DRAWN_FROM = 2
/** After this many refusals of one part other ways are shown. */
const WAYS_FROM = 3

/** A picture was refused: it is shown with what is wrong in it, and nothing happens until the person acts. */
export function Refused(props: RefusedProps) {
  const { part, progress, refusal, shot, times, onAgain, onSendAgain, onCorners, missed } = props
  const { say } = useSpeech()
  return (
    <Layout title={say('refusedTitle')} progress={progress} onBack={onAgain}>
      <Note role="alert">
        {say(refusal.reason)}
        {missed &&
          shot?.unseen?.map((move) => (
            <span key={move} class="line">
              {say(missed.part, { move: say(move) })}
            </span>
          ))}
      </Note>
      {shot && (
        <Marked picture={shot.picture} marks={refusal.marks} mirrored={part === 'FACE' && shot.source === 'camera'} />
      )}
      {times.reason >= DRAWN_FROM && <Example reason={refusal.reason} />}
      <div class="actions">
        <Button look="primary" says="sendAgain" act={onSendAgain} />
        <Button look={onSendAgain ? 'secondary' : 'primary'} says="retake" act={onAgain} />
        {missed && <Button look="quiet" says={missed.without} act={missed.onWithout} />}
        <Button look="quiet" says="cornersAdjust" act={onCorners} />
      </div>
      {(times.part >= WAYS_FROM || props.onReviewer) && <Ways {...props} />}
    </Layout>
  )
}

/** The alternatives, so that there is never a dead end. */
function Ways({ onOtherDocument, onOtherDevice, onReviewer, onLater }: RefusedProps) {
  const { say } = useSpeech()
  const ways = [
    { icon: 'document', says: 'wayDocument', act: onOtherDocument },
    { icon: 'phone', says: 'wayDevice', act: onOtherDevice },
    { icon: 'face', says: 'wayReviewer', act: onReviewer },
    { icon: 'wait', says: 'wayLater', act: onLater },
  ] as const
  return (
    <div class="ways">
      <h2>{say('waysTitle')}</h2>
      {ways.map(({ icon, says, act }) => (
        <Button key={says} look="quiet" says={says} act={act}>
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  )
}
