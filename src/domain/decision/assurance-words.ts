import type { Assurance } from '../vocabulary.ts'

/** What each level of assurance lets pass, and for what risk it is meant, in one sentence each. */
export const ASSURANCE_WORDS: Record<Assurance, { asks: string; meantFor: string }> = {
  basic: {
    asks: 'The eight Trust Factors hold, and nothing was found against the document or the person.',
    meantFor: 'Low risk: age gates, forums, second-hand markets.',
  },
  standard: {
    asks: 'Also: the page’s camera filmed the document, the challenge was passed, all zones of the document agree, and document and face are new.',
    meantFor: 'Most businesses. Doubt goes to a person.',
  },
  high: {
    asks: 'Also a proof that cannot be drawn: a trusted chip, a wallet credential, a signed barcode, or agreement with a taught reference.',
    meantFor: 'Banks and whoever the law holds to it. Without a proof a person decides.',
  },
}
