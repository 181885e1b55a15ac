import type { Texts } from '../../kernel/texts/languages.ts'
import type { FlowPart } from './flow-part.ts'
import { keep, kept } from './frame.ts'
import type { Shot } from './screen.ts'
import type { Refusal } from './sentences.ts'

/** What was refused since the page was opened: the second time for one reason, a person needs more than a sentence. */
export interface Tries {
  note(part: FlowPart, refusal: Refusal, picture?: Blob): void
  of(part: FlowPart, reason: keyof Texts): { reason: number; part: number }
  /** Whether the service allowed a picture of this part to go to a reviewer. */
  mayGoToReviewer(part: FlowPart): boolean
  /** Whether this same picture was refused last. */
  wasRefused(part: FlowPart, picture: Blob): Promise<boolean>
}

export function countRefusals(): Tries {
  const noted: { part: FlowPart; reason: keyof Texts }[] = []
  const last: Partial<Record<FlowPart, Blob>> = {}
  const offered = new Set<FlowPart>()
  return {
    note(part, { reason, mayGoToReviewer }, picture) {
      noted.push({ part, reason })
      if (mayGoToReviewer) offered.add(part)
      // A picture that failed because of the service can be sent again.
      if (picture && reason !== 'INTERNAL_ERROR') last[part] = picture
    },
    of(part, reason) {
      const here = noted.filter((each) => each.part === part)
      return { reason: here.filter((each) => each.reason === reason).length, part: here.length }
    },
    mayGoToReviewer: (part) => offered.has(part),
    wasRefused: (part, picture) => isSame(last[part], picture),
  }
}

async function isSame(before: Blob | undefined, picture: Blob): Promise<boolean> {
  if (!before || before.size !== picture.size) return false
  const [a, b] = await Promise.all([before.arrayBuffer(), picture.arrayBuffer()])
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)]
  return left.every((byte, at) => byte === right[at])
}

/** Remembers what the front looked like, also across a reload, so that it is not taken as the back. */
export async function noteFront({ picture, seen }: Shot): Promise<void> {
  const sha256 = await sha256Of(picture)
  keep({ front: { ...(seen && { seen }), ...(sha256 && { sha256 }) } })
}

/** Whether this same picture was accepted as the front. */
export async function wasFront(picture: Blob): Promise<boolean> {
  const before = kept().front?.sha256
  return before !== undefined && before === (await sha256Of(picture))
}

/** Undefined if the page came over plain HTTP: browsers do not hash there. */
async function sha256Of(picture: Blob): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  const hash = await subtle?.digest('SHA-256', await picture.arrayBuffer())
  return hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
