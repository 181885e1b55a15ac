import { useEffect, useMemo, useState } from 'preact/hooks'
import qrcode from 'qrcode-generator'
import type { EnrolmentState } from '../../contract/enrolment-state.ts'
import { type Api, ApiError } from '../api.ts'
import { isReceived, partsOf, type StopReason, stopReasonOf } from '../flow.ts'
import { Icon } from '../icons.tsx'
import { Illustration } from '../illustrations.tsx'
import { Layout } from '../layout.tsx'
import { useSpeech } from '../speech.tsx'

interface HandoverProps {
  api: Api
  state: EnrolmentState
  device: string
  token: string
  /** Absent when the integrator wants phones only. */
  onHere?: (() => void) | undefined
  onChange: (state: EnrolmentState) => void
  onDone: (state: EnrolmentState) => void
  onStop: (reason: StopReason) => void
}

/** A code for the phone; when the phone joins, this page ticks off the steps along with it. */
export function Handover({ api, state, device, token, onHere, onChange, onDone, onStop }: HandoverProps) {
  const { say } = useSpeech()
  const [copied, setCopied] = useState(false)
  const link = useMemo(() => linkFor(token), [token])
  const connected = state.device !== undefined && state.device.id !== device

  useEffect(() => {
    const controller = new AbortController()
    api
      .follow((now) => {
        onChange(now)
        if (now.completed) onDone(now)
        else if (now.status === 'EXPIRED') onStop('expired')
      }, controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) onStop((error instanceof ApiError && stopReasonOf(error.code)) || 'internal')
      })
    return () => controller.abort()
  }, [])

  return (
    <Layout title={connected ? say('handoverConnected') : say('handoverTitle')} help={[]}>
      {connected ? (
        <>
          <p role="status">{say('handoverFollow')}</p>
          <Illustration name="phone" />
          <ul class="list">
            {partsOf(state).map((part) => {
              const received = isReceived(state, part)
              return (
                <li key={part} class={received ? '' : 'pending'}>
                  <Icon name={received ? 'done' : 'wait'} kind={received ? 'good' : ''} />
                  {say(({ FRONT: 'frontTitle', BACK: 'backTitle', FACE: 'faceTitle' } as const)[part])}
                </li>
              )
            })}
          </ul>
        </>
      ) : (
        <>
          <p>{say('handoverScan')}</p>
          <Qr text={link} label={say('handoverQr')} />
          <button
            type="button"
            class="secondary"
            onClick={async () => {
              await navigator.clipboard.writeText(link)
              setCopied(true)
            }}
          >
            {say(copied ? 'handoverCopied' : 'handoverCopy')}
          </button>
        </>
      )}
      {onHere && (
        <div class="actions">
          <button type="button" class="quiet" onClick={onHere}>
            {say('handoverHere')}
          </button>
        </div>
      )}
    </Layout>
  )
}

/** The phone gets the plain page: what was said about frames holds for this window only. */
function linkFor(token: string): string {
  const address = new URL('/web-enrolment/', location.origin)
  address.searchParams.set('token', token)
  const lang = new URLSearchParams(location.search).get('lang')
  address.searchParams.set('handedOver', 'true')
  if (lang) address.searchParams.set('lang', lang)
  return address.href
}

function Qr({ text, label }: { text: string; label: string }) {
  const path = useMemo(() => {
    const code = qrcode(0, 'L')
    code.addData(text)
    code.make()
    const size = code.getModuleCount()
    const cells: string[] = []
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1)
        if (code.isDark(row, column)) cells.push(`M${column} ${row}h1v1h-1z`)
    return { size, d: cells.join('') }
  }, [text])
  return (
    <div class="qr">
      <svg viewBox={`0 0 ${path.size} ${path.size}`} role="img" aria-label={label} shape-rendering="crispEdges">
        <path d={path.d} fill="#000000" />
      </svg>
    </div>
  )
}
