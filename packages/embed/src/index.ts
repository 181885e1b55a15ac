import { defineElement } from './element.ts'

export { defineElement, type EnrolmentElement } from './element.ts'
export { type EmbedOptions, embed } from './embed.ts'
export type * from './messages.ts'

defineElement()
