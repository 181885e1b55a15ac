import { useEffect, useMemo, useReducer, useState } from 'preact/hooks'
import { type Api, ApiError } from '../api.ts'
import { type Part, type StopReason, stopReasonOf } from '../flow.ts'
import { Layout } from '../pieces/layout.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import type { Waiting } from '../waiting.ts'
import { type Refusal, refusalOf } from '../words/refusal.ts'
import type { Shot } from './viewfinder.tsx'

interface CheckProps {
  api: Api
  waiting: Waiting
  part: Part
  shot: Shot
  progress: { step: number; steps: number }
  onRetake: (refusal?: Refusal) => void
  onAccepted: () => void
  onStop: (reason: StopReason) => void
}

/** The picture large, use it or take it again; while it travels, the progress is on the picture itself. */
export function Check({ api, waiting, part, shot, progress, onRetake, onAccepted, onStop }: CheckProps) {
  const { say } = useSpeech()
  const [sending, setSending] = useState(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { picture, shown = picture } = shot
  const address = useMemo(() => URL.createObjectURL(shown), [shown])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  useEffect(() => waiting.listen(() => redraw(undefined)), [waiting])

  const send = async () => {
    setSending(true)
    waiting.setShare(0)
    try {
      const answer = await (part === 'FACE' ? api.sendFace(shot) : api.sendDocument(shot))
      if (!answer.hasError) return onAccepted()
      const stopped = stopReasonOf(answer.error)
      return stopped ? onStop(stopped) : onRetake(refusalOf(answer.error, answer.hints))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR'
      const stopped = stopReasonOf(code)
      return stopped ? onStop(stopped) : onRetake(refusalOf(code))
    }
  }

  const wait = waiting.wait
  return (
    <Layout title={say(part === 'FACE' ? 'checkFace' : 'checkDocument')} progress={progress}>
      <div class="preview">
        <img src={address} alt={say('yourPicture')} />
        {sending && (
          <div class="busy" role="status">
            <progress {...(waiting.share < 1 ? { value: waiting.share } : {})} aria-label={say('sending')} />
            {wait === 'offline'
              ? say('offline')
              : wait === 'busy'
                ? say('SERVICE_UNAVAILABLE')
                : say(waiting.share < 1 ? 'sending' : 'reading')}
          </div>
        )}
      </div>
      <div class="actions">
        <button type="button" class="primary" disabled={sending} onClick={() => void send()}>
          {say('use')}
        </button>
        <button type="button" class="secondary" disabled={sending} onClick={() => onRetake()}>
          {say('retake')}
        </button>
      </div>
    </Layout>
  )
}
