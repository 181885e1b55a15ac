import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { type Api, ApiError } from '../api.ts'
import { type FlowPart, type StopReason, stopReasonOf } from '../flow.ts'
import { Layout } from '../pieces/layout.tsx'
import { Marked } from '../pieces/marked.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import { Travelling } from '../pieces/travelling.tsx'
import type { Waiting } from '../waiting.ts'
import { type Refusal, refusalOf } from '../words/refusal.ts'
import type { Shot } from './shot.ts'

interface ReviewerProps {
  api: Api
  waiting: Waiting
  part: FlowPart
  shot: Shot
  progress: { step: number; steps: number }
  onBack: () => void
  /** Another picture after all. */
  onAgain: () => void
  /** It could be read after all: the session goes on. */
  onTaken: () => void
  onDone: (returnUrl: string | undefined) => void
  onRefused: (refusal: Refusal) => void
  onStop: (reason: StopReason) => void
}

/** The last way on: the refused picture goes to a reviewer as it is, and that is the end of the session. So it is asked first. */
export function Reviewer(props: ReviewerProps) {
  const { api, waiting, part, shot, progress, onBack, onAgain, onTaken, onDone, onRefused, onStop } = props
  const { say, texts } = useSpeech()
  const [sending, setSending] = useState(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const leaving = useRef(new AbortController())
  useEffect(() => waiting.listen(() => redraw(undefined)), [waiting])
  useEffect(() => () => leaving.current.abort(), [])

  const send = async () => {
    setSending(true)
    waiting.setShare(0)
    const { signal } = leaving.current
    try {
      const said = await api.sendToReviewer(part, shot, signal)
      if (signal.aborted) return
      // Completed is what we wanted, also when the answer to our first call got lost on the way.
      if (said.error === 'SESSION_ALREADY_COMPLETED') return onDone((await api.state()).customerReturnUrl)
      if (said.hasError) return onRefused(refusalOf(said, texts))
      return said.sentToReviewer ? onDone(said.customerReturnUrl) : onTaken()
    } catch (error) {
      if (signal.aborted) return
      const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR'
      const stopped = stopReasonOf(code)
      return stopped ? onStop(stopped) : onRefused(refusalOf({ error: code }, texts))
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
        <button type="button" class="primary" disabled={sending} onClick={() => void send()}>
          {say('reviewerSend')}
        </button>
        <button type="button" class="secondary" disabled={sending} onClick={onAgain}>
          {say('retake')}
        </button>
      </div>
    </Layout>
  )
}
