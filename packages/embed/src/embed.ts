import type { EndMessage, FrameEvent } from './messages.ts'

export interface EmbedOptions {
  lang?: string
  crossDevice?: false
  onlyMobile?: true
  onEnd: (message: EndMessage) => void
  /** Steps, the person's own cancelling, and the height the page would like; the frame takes that height by itself. */
  onEvent?: (event: FrameEvent) => void
}

/** Puts the enrolment into a frame inside the element; what it returns takes it out again. */
export function embed(element: Element, webEnrolmentUrl: string, options: EmbedOptions): () => void {
  const address = new URL(webEnrolmentUrl)
  address.searchParams.set('iframe', 'true')
  if (options.lang) address.searchParams.set('lang', options.lang)
  if (options.crossDevice === false) address.searchParams.set('crossDevice', 'false')
  if (options.onlyMobile) address.searchParams.set('onlyMobile', 'true')
  if (options.onEvent) address.searchParams.set('events', 'true')

  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.allow = 'camera; clipboard-write; web-share; digital-credentials-get'
  frame.title = 'Identity enrolment'
  frame.style.cssText = 'border:0;width:100%;height:100%;min-height:640px'

  const listen = ({ origin, source, data }: MessageEvent) => {
    if (origin !== address.origin || source !== frame.contentWindow || !data?.sessionId) return
    if (!data.event) return options.onEnd(data)
    if (data.event === 'height') frame.style.height = `${data.height}px`
    options.onEvent?.(data)
  }
  addEventListener('message', listen)
  element.append(frame)
  return () => {
    removeEventListener('message', listen)
    frame.remove()
  }
}
