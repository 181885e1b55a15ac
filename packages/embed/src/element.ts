import { embed } from './embed.ts'
import type { EventDetails } from './messages.ts'

/** `<limen-enrolment url="…">`: the frame as an element, which tells what happens as events of its own. */
export interface EnrolmentElement extends HTMLElement {
  addEventListener<Name extends keyof EventDetails>(
    name: Name,
    listener: (this: EnrolmentElement, event: CustomEvent<EventDetails[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'limen-enrolment': EnrolmentElement
  }
}

export const TAG = 'limen-enrolment'

/** How the frame of each element is taken out. Not fields: those would need a helper in the browsers that we serve. */
const frames = new WeakMap<Element, () => void>()

/** Once for the page. Where there is no page (a server that renders) it does nothing. */
export function defineElement(): void {
  if (typeof customElements === 'undefined' || customElements.get(TAG)) return
  customElements.define(
    TAG,
    class extends HTMLElement {
      static get observedAttributes() {
        return ['url', 'lang', 'cross-device', 'only-mobile']
      }

      connectedCallback() {
        this.disconnectedCallback()
        const url = this.getAttribute('url')
        if (!url) return // it may come later
        this.style.display ||= 'block'
        const tell = (name: string, detail: object) => this.dispatchEvent(new CustomEvent(name, { detail }))
        const remove = embed(this, url, {
          lang: this.lang,
          ...(this.getAttribute('cross-device') === 'false' && { crossDevice: false }),
          ...(this.hasAttribute('only-mobile') && { onlyMobile: true }),
          onEnd: (message) => tell('end', message),
          onEvent: ({ event, ...detail }) => tell(event, detail),
        })
        frames.set(this, remove)
      }

      disconnectedCallback() {
        frames.get(this)?.()
        frames.delete(this)
      }

      attributeChangedCallback(_name: string, before: string | null, now: string | null) {
        if (this.isConnected && before !== now) this.connectedCallback()
      }
    },
  )
}
