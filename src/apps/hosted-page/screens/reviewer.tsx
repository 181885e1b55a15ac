import { useEffect, useRef, useState } from 'preact/hooks'
import { type Api, codeOf } from '../api.ts'
import type { FlowPart } from '../flow-part.ts'
import { Button } from '../pieces/button.tsx'
import { Layout } from '../pieces/layout.tsx'
import { Marked, Travelling } from '../pieces/picture.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Shot } from '../screen.ts'
import type { Refused } from '../sentences.ts'
import type { Waiting } from '../waiting.ts'

interface ReviewerProps {
  api: Api
  waiting: Waiting
  part: FlowPart
  shot: Shot
  progress: { step: number; steps: number }
  onBack: (() => void) | undefined
  /** Takes another picture instead. */
  onAgain: () => void
  /** It could be read in the meantime: the session continues. */
  onTaken: () => void
  onDone: (returnUrl: string | undefined) => void
  onNo: (said: Refused) => void
}

/**
 * The last resort: the refused picture goes to a reviewer unchanged, which ends the session. So it is confirmed first.
 */
export function Reviewer(props: ReviewerProps) {
  const { api, waiting, part, shot, progress, onBack, onAgain, onTaken, onDone, onNo } = props
  const { say } = useSpeech()
  const [sending, setSending] = useState(false)
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])

  const send = async () => {
    setSending(true)
    waiting.setShare(0)
    const { signal } = leaving.current
    try {
      const said = await api.sendToReviewer(part, shot, signal)
      if (signal.aborted) return
      // The session is completed, as intended, even if the answer to our first call was lost.
      if (said.error === 'SESSION_ALREADY_COMPLETED') return onDone((await api.state()).customerReturnUrl)
      if (said.hasError) return onNo(said)
      return said.sentToReviewer ? onDone(said.customerReturnUrl) : onTaken()
    } catch (error) {
      if (!signal.aborted) onNo({ error: codeOf(error) })
    } finally {
      setSending(false)
    }
  }

  return (
    <Layout title={say('reviewerTitle')} progress={progress} onBack={sending ? undefined : onBack}>
      <p>{say('reviewerText')}</p>
      <div class="preview">
        <Marked picture={shot.picture} marks={[]} mirrored={part === 'FACE' && shot.source === 'camera'} />
        {sending && <Travelling waiting={waiting} quiet={false} />}
      </div>
      <div class="actions">
        <Button look="primary" says="reviewerSend" disabled={sending} act={send} />
        <Button look="secondary" says="retake" disabled={sending} act={onAgain} />
      </div>
    </Layout>
  )
}
