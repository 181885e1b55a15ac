import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { DocumentResponse, FaceResponse } from '../../../kernel/evidence/contract/pictures.ts'
import { type Texts, tagOf } from '../../../kernel/texts/languages.ts'
import { type Api, codeOf } from '../api.ts'
import type { FlowPart } from '../flow-part.ts'
import { Button } from '../pieces/button.tsx'
import { Layout } from '../pieces/layout.tsx'
import { Note } from '../pieces/note.tsx'
import { Marked, Travelling, useElapsed } from '../pieces/picture.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Shot } from '../screen.ts'
import { doubtAbout, doubtOf, ownRefusal, type Refusal, type Refused } from '../sentences.ts'
import type { Waiting } from '../waiting.ts'
import { Upload } from './capture.tsx'

type Answer = DocumentResponse | FaceResponse

/** After this wait for an answer the person may send the picture again, or take another. */
const OFFER_MS = 15_000

interface CheckProps {
  api: Api
  waiting: Waiting
  part: FlowPart
  shot: Shot
  /** The person has already decided to use this picture. */
  isWanted: boolean
  progress: { step: number; steps: number }
  /** If the selfie must come with more: the reason to take another; undefined if it is enough, or tried no more. */
  missed?: ((answer: Answer) => keyof Texts | undefined) | undefined
  /** Takes another picture; after advice against this one, with its reason. */
  onRetake: (doubt?: Refusal) => void
  /** Opens the screen for setting the document's corners by hand. */
  onCorners: () => void
  /** Chooses another file. */
  onShot: (shot: Shot) => void
  /** Starts the document again from its front. */
  onOtherDocument: () => void
  /** The service refused it. */
  onNo: (said: Refused) => void
  /** The page refuses it although the service accepted it. */
  onRefused: (refusal: Refusal) => void
  /** The service accepted it as the front. */
  onFront: () => Promise<void>
  onAccepted: (answer: Answer) => void
}

/**
 * Sends the picture at once and shows it large while it is read. If the service sees nothing wrong, the page goes on by
 * itself; the person is asked only if the service, the guidance or the outline gives a reason.
 */
export function Check(props: CheckProps) {
  const { api, waiting, part, shot, isWanted, progress, missed, onRetake, onNo, onRefused } = props
  const { onFront, onAccepted, onCorners, onShot, onOtherDocument } = props
  const { say } = useSpeech()
  const [answer, setAnswer] = useState<Answer>()
  const [wanted, setWanted] = useState(isWanted)
  /** The person wants this picture in spite of it. */
  const [waived, setWaived] = useState<keyof Texts>()
  const [sending, setSending] = useState(true)
  const leaving = useRef(new AbortController())
  const isSlow = useElapsed(sending, OFFER_MS)

  const send = async () => {
    setSending(true)
    waiting.setShare(0)
    const { signal } = leaving.current
    try {
      const said = await (part === 'FACE'
        ? api.sendFace({ ...shot, picture: shot.sent ?? shot.picture }, signal)
        : api.sendDocument({ ...shot, picture: shot.sent ?? shot.picture }, signal))
      if (signal.aborted) return
      if (said.hasError) return onNo(said)
      const isFront = 'pageSide' in said && said.pageSide === 'FRONT'
      if (isFront) await onFront()
      // A front instead of the back is accepted as a front; the page says what happened.
      if (part === 'BACK' && isFront && said.isTwoSideDocument) return onRefused(ownRefusal('SAME_SIDE'))
      const lacking = missed?.(said)
      if (lacking) return onRefused(ownRefusal(lacking))
      setAnswer(said)
    } catch (error) {
      if (!signal.aborted) onNo({ error: codeOf(error) })
    } finally {
      if (leaving.current.signal === signal) setSending(false)
    }
  }

  useEffect(() => {
    void send()
    return () => leaving.current.abort()
  }, [])
  // The service has seen the picture itself: its answer replaces what the guidance supposed.
  const found = answer
    ? part === 'FACE'
      ? undefined
      : doubtOf(answer)
    : isWanted
      ? undefined
      : doubtAbout(part, shot.seen)
  const doubt = found?.reason === waived ? undefined : found
  const isOutlineDoubted = !doubt && !wanted && shot.leavesPrint === true
  const asks = doubt !== undefined || isOutlineDoubted
  const expired = answer && 'expired' in answer ? answer.expired : undefined
  useEffect(() => {
    if (answer && !asks && !expired) onAccepted(answer)
  }, [answer, asks])

  /** Aborts the current upload and sends the same picture again. */
  const sendAgain = () => {
    leaving.current.abort()
    leaving.current = new AbortController()
    void send()
  }
  const use = () => {
    setWanted(true)
    setWaived(doubt?.reason)
  }
  const again =
    shot.source === 'file' ? (
      <Upload
        kind={doubt ? 'primary' : asks ? 'secondary' : 'quiet'}
        of={part === 'FACE' ? 'face' : 'document'}
        label="chooseAnother"
        onShot={onShot}
      />
    ) : (
      <Button look={doubt ? 'primary' : asks ? 'secondary' : 'quiet'} says="retake" act={() => onRetake(doubt)} />
    )
  if (expired && answer)
    return (
      <Expired
        on={expired.on}
        progress={progress}
        onOtherDocument={onOtherDocument}
        again={again}
        onUse={expired.isRejected ? undefined : () => onAccepted(answer)}
      />
    )
  const title = doubt
    ? 'checkDoubt'
    : isOutlineDoubted
      ? 'checkDocument'
      : part === 'FACE'
        ? 'checkFace'
        : 'workingRead'
  return (
    <Layout title={say(title)} progress={progress} onBack={() => onRetake(doubt)}>
      <div class="preview">
        <Marked
          picture={doubt?.marks.length ? shot.picture : (shot.shown ?? shot.picture)}
          marks={doubt?.marks ?? []}
          mirrored={part === 'FACE' && shot.source === 'camera'}
        />
        {sending && <Travelling waiting={waiting} quiet={asks} />}
      </div>
      {isOutlineDoubted && <Note role="status">{say('cornersDoubt')}</Note>}
      {doubt && <Note role="alert">{say(doubt.reason)}</Note>}
      <div class="actions">
        {doubt && again}
        {isSlow && <Button key="again" look={asks ? 'secondary' : 'primary'} says="sendAgain" act={sendAgain} />}
        {asks && (
          // A press that begins on one button must not end on the other.
          <Button
            key={doubt ? 'anyway' : 'use'}
            look={doubt ? 'secondary' : 'primary'}
            says={doubt ? 'useAnyway' : 'use'}
            act={use}
          />
        )}
        {!doubt && again}
        {shot.outline && asks && <Button look="quiet" says="cornersAdjust" act={onCorners} />}
      </div>
    </Layout>
  )
}

interface ExpiredProps {
  on: string
  progress: { step: number; steps: number }
  onOtherDocument: () => void
  again: ComponentChildren
  /** Absent if the document would be rejected. */
  onUse?: (() => void) | undefined
}

/** Shown before anything else is asked: the person may have another document available. */
function Expired({ on, progress, onOtherDocument, again, onUse }: ExpiredProps) {
  const { say, locale } = useSpeech()
  const date = new Date(on).toLocaleDateString(tagOf(locale), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <Layout title={say('expiredTitle')} progress={progress}>
      <Note role="alert">{say('expiredText', { date })}</Note>
      <div class="actions">
        <Button look="primary" says="wayDocument" act={onOtherDocument} />
        {again}
        <Button look="quiet" says="expiredUse" act={onUse} />
      </div>
    </Layout>
  )
}
