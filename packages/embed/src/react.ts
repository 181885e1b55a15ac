import { createElement, type ReactElement, useEffect, useRef } from 'react'
import { defineElement, type EnrolmentElement, TAG } from './element.ts'
import type { EventDetails } from './messages.ts'

export interface LimenEnrolmentProps {
  /** `webEnrolmentUrl` of the session. */
  url: string
  lang?: string
  crossDevice?: false
  onlyMobile?: true
  className?: string
  onStep?: (detail: EventDetails['step']) => void
  onHeight?: (detail: EventDetails['height']) => void
  onCancel?: (detail: EventDetails['cancel']) => void
  onEnd?: (detail: EventDetails['end']) => void
}

/** The enrolment as a React component. Handlers may change at every render; the frame stays. */
export function LimenEnrolment(props: LimenEnrolmentProps): ReactElement {
  const element = useRef<EnrolmentElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    defineElement()
    const listening = new AbortController()
    const { signal } = listening
    const { current } = element
    current?.addEventListener('step', ({ detail }) => latest.current.onStep?.(detail), { signal })
    current?.addEventListener('height', ({ detail }) => latest.current.onHeight?.(detail), { signal })
    current?.addEventListener('cancel', ({ detail }) => latest.current.onCancel?.(detail), { signal })
    current?.addEventListener('end', ({ detail }) => latest.current.onEnd?.(detail), { signal })
    return () => listening.abort()
  }, [])
  const { url, lang, crossDevice, onlyMobile, className } = props
  return createElement(TAG, {
    ref: element,
    url,
    lang,
    class: className,
    'cross-device': crossDevice === false ? 'false' : undefined,
    'only-mobile': onlyMobile ? '' : undefined,
  })
}
