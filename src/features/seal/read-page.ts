import { readSignedPortrait } from '../../kernel/evidence/intake.ts'
import type { PageReader, ReplacedPages } from '../../kernel/evidence/page-reader.ts'
import type { Session } from '../../kernel/session/session.ts'
import { type SealReading, weightiest } from './seal-reading.ts'

/** The contents of a signed barcode on the page, with its picture among those of the page. */
export const sealOnPage: PageReader = {
  asksForCodes: async ({ seals }, tenant) => (await seals?.areTaken(tenant)) ?? false,
  async read(ports, { codes = [], reading, images }, asked) {
    const found = codes.length ? await ports.seals?.read(codes, { side: reading.side, now: ports.clock() }) : undefined
    if (!found) return { addTo: (session, replaced) => withSeal(session, undefined, replaced) }
    const portrait = (await readSignedPortrait(ports, found.portrait, asked))?.template
    const seen = portrait ? { portrait } : found.portrait ? { portraitUnread: true as const } : {}
    const seal: SealReading = { ...found.reading, ...seen }
    return {
      images: { ...images, seal: found.image },
      addTo: (session, replaced) => withSeal(session, seal, replaced),
    }
  },
}

/** The barcode of a page is replaced with its page; of two sides, the weightier one counts. */
function withSeal(
  { seal: before, ...session }: Session,
  seal: SealReading | undefined,
  { side, losesBack }: ReplacedPages,
): Session {
  const stays = before && before.side !== side && !losesBack ? before : undefined
  const shown = weightiest(stays, seal)
  return { ...session, ...(shown && { seal: shown }) }
}
