import { useState } from 'preact/hooks'
import { DOCUMENT_PICTURE_REASONS, NEW_PICTURE_REASONS } from '../../../kernel/contract/console-words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'
import { Button } from '../../ui/button.tsx'
import { plain } from '../../ui/words.ts'
import { askNewPicture } from '../api.ts'
import { Key } from '../parts.tsx'
import { PART_WORDS, whatFollows } from '../words.ts'
import { ActForm, type ActProps, Numbered } from './act-form.tsx'

type AskedPart = CaseView['may']['ask'][number]
type Reason = (typeof NEW_PICTURE_REASONS)[number]

const REASONS: Record<Reason, string> = {
  BLURRED: 'Blurred',
  GLARE: 'Glare',
  CUT_OFF: 'Cut off',
  TOO_DARK: 'Too dark',
  COVERED: 'Partly covered',
  NOT_THE_ORIGINAL: 'Copy or screen',
  OTHER_DOCUMENT: 'Different document',
  OTHER: 'Cannot be checked',
}

/** Which picture to request, why, and a message to the person who is to take it. */
export function PictureForm({ view, cancel, settled, stale }: ActProps) {
  const [of, setOf] = useState<AskedPart>(likeliest(view))
  const [reason, setReason] = useState<Reason>()
  const [sentence, write] = useState('')
  const codes = NEW_PICTURE_REASONS.filter((code) => of !== 'FACE' || !DOCUMENT_PICTURE_REASONS.includes(code))
  const options = codes.map((code) => ({ code, text: REASONS[code] }))
  const send = async () => {
    if (!reason) return
    const words = sentence.trim()
    await askNewPicture(view, { of, reason, ...(words && { sentence: words }) })
    settled(`New picture of the ${PART_WORDS[of]} requested. ${whatFollows(view)}`)
  }
  return (
    <ActForm
      label="Message to the person (optional; the person will see this text)"
      words={sentence}
      write={write}
      digits={codes.map((code) => () => setReason(code))}
      act="Send request"
      isReady={reason !== undefined}
      missing="Choose a reason."
      send={send}
      cancel={cancel}
      stale={stale}
      most={300}
    >
      <fieldset class="commons">
        <legend class="hidden">Which picture</legend>
        {view.may.ask.map((part) => (
          <Button
            key={part}
            class="quiet"
            word={plain(PART_WORDS[part])}
            pressed={part === of}
            act={() => {
              setOf(part)
              setReason(undefined)
            }}
          />
        ))}
        <span class="soft small">
          <Key>Shift Tab</Key> to choose
        </span>
      </fieldset>
      <Numbered label="Reasons" options={options} chosen={reason} choose={(code) => setReason(code as Reason)} />
    </ActForm>
  )
}

const OF_FACES = ['faceVerification', 'passiveLiveness', 'captureIntegrity']

/** The picture that the first finding is about. */
function likeliest({ may, explanation }: CaseView): AskedPart {
  const against = explanation?.factors.filter(({ effect }) => effect === 'refer' || effect === 'reject') ?? []
  const refused = against.find(({ name }) => name === 'captureCompleteness')?.used.part
  const wanted = (refused as AskedPart) ?? (OF_FACES.includes(against[0]?.name ?? '') ? 'FACE' : 'FRONT')
  return may.ask.includes(wanted) ? wanted : (may.ask[0] ?? 'FRONT')
}
