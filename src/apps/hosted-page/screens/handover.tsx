import { useEffect, useRef, useState } from 'preact/hooks'
import type { EnrolmentState } from '../../../kernel/session/contract/enrolment-state.ts'
import { type Api, ApiError } from '../api.ts'
import { isReceived, partsOf } from '../flow.ts'
import { Button } from '../pieces/button.tsx'
import { Icon, Illustration } from '../pieces/drawings.tsx'
import { Layout } from '../pieces/layout.tsx'
import { LateQrCode, SendLink } from '../pieces/link.tsx'
import { useSpeech } from '../pieces/speech.tsx'
import { doingOf, PART_TITLES } from '../progress.ts'

interface HandoverProps {
  api: Api
  state: EnrolmentState
  device: string
  /** Absent if the integrator wants phones only. */
  onHere?: (() => void) | undefined
  onChange: (state: EnrolmentState) => void
  onDone: (state: EnrolmentState) => void
  onFault: (error: unknown) => void
}

/** The next code is shown before the current one expires; a person who has just scanned it can still join. */
const RENEW_SECONDS = 60

/** A QR code for the phone; once the phone joins, this page checks off the steps along with it. */
export function Handover({ api, state, device, onHere, onChange, onDone, onFault }: HandoverProps) {
  const { say, locale } = useSpeech()
  const [link, setLink] = useState<string>()
  const [until, setUntil] = useState(0)
  const doing = doingOf(state)
  const connected = state.device !== undefined && state.device.id !== device
  /**
   * This device is taking over the session: its token is about to change, and an answer to the earlier token ends
   * nothing.
   */
  const taking = useRef(false)
  const halt = (error: unknown) => {
    if (!taking.current) onFault(error)
  }

  useEffect(() => {
    if (connected || taking.current) return // the phone has the session, and this device's token can only watch
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const offer = async () => {
      const { url, expiresInSeconds = 0, error } = await api.offerHandOver(locale)
      if (left) return
      if (error) throw new ApiError(error)
      setLink(url)
      setUntil(Date.now() + expiresInSeconds * 1000)
      timer = setTimeout(() => void offer().catch(stop), Math.max(expiresInSeconds - RENEW_SECONDS, 1) * 1000)
    }
    const stop = (error: unknown) => {
      if (!left) halt(error)
    }
    void offer().catch(stop)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [locale, connected])

  useEffect(() => {
    const controller = new AbortController()
    api
      .follow((now) => {
        onChange(now)
        if (now.completed) onDone(now)
        else if (now.status === 'EXPIRED') onFault(new ApiError('SESSION_EXPIRED'))
      }, controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) halt(error)
      })
    return () => controller.abort()
  }, [])

  return (
    <Layout title={connected ? say('handoverConnected') : say('handoverTitle')}>
      {connected ? (
        <>
          <p role="status">{say(doing.says, doing.step && { step: say(doing.step) })}</p>
          <Illustration name="phone" />
          <ul class="list">
            {partsOf(state).map((part) => {
              const received = isReceived(state, part)
              return (
                <li key={part} class={received ? '' : 'pending'}>
                  <Icon name={received ? 'done' : 'wait'} kind={received ? 'good' : ''} />
                  {say(PART_TITLES[part])}
                </li>
              )
            })}
          </ul>
        </>
      ) : (
        <>
          <p>{say(link && isLocal(link) ? 'handoverLocal' : 'handoverScan')}</p>
          <LateQrCode link={link} label={say('handoverQr')} />
          <SendLink link={link} until={until} />
        </>
      )}
      {onHere && (
        <div class="actions">
          <Button
            look="quiet"
            says="handoverHere"
            act={() => {
              taking.current = true
              onHere()
            }}
          />
        </div>
      )}
    </Layout>
  )
}

/** Another device would look for the service on itself. */
const isLocal = (link: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname)
