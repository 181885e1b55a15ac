import { defineElement } from './element.ts'
import { embed } from './embed.ts'

declare global {
  interface Window {
    Limen: { embed: typeof embed }
  }
}

// embed.js as the service serves it: for a page without a bundler.
Object.assign(window, { Limen: { embed } })
defineElement()
