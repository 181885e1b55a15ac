import { type Factor, isList, scored, type Used, unknown } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { atOperatingPoint } from '../../../kernel/decision/rule.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'

/**
 * Was the document itself in front of the camera, or a screen or a copy of it? The worst page decides. A film can only
 * count against a page: finding nothing in it is not a proof, and a missing film says nothing.
 */
export const documentLiveness = {
  name: 'documentLiveness',
  place: 20,
  question: 'Was the document itself in front of the camera, not a screen or a copy?',
  agreement: 'no trace of a screen or a copy',
  // The model behind it misses 4 of 19 real screens and flags 2 of 64 photographed specimens: it refers to a person and
  // does not reject on its own. The same goes for copies: see docs/trust-factors.md.
  defaultRule: { ...atOperatingPoint, required: true, weight: 2, onLow: 'refer' },
  against: () => [{ code: 'COPY' }],
  find(evidence) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const judged = pages.flatMap(({ side, recapture }) => (recapture ? [{ side, ...recapture }] : []))
    const used: Used = Object.fromEntries([
      ...judged.map(({ side, score }) => [`score${side}`, score]),
      ...pages.flatMap(({ side, film }) => (film ? [[`film${side}`, film.score ?? 'UNAVAILABLE']] : [])),
    ])
    const [filmed] = pages
      .flatMap(({ side, film }) => (film?.score === undefined ? [] : [{ side, score: film.score }]))
      .toSorted((a, b) => a.score - b.score)
    const worst = judged.toSorted((a, b) => a.score - b.score)[0]
    if (filmed && filmed.score <= OPERATING_POINT && filmed.score < (worst?.score ?? 100)) {
      const seen =
        'a pattern moves over the page from one frame of the film to the next, as the pixels of a screen cause it'
      return scored(filmed.score, `The ${filmed.side} does not look like an original: ${seen}.`, used)
    }
    if (!worst) return unknown('No page could be judged.', used)

    if (worst.score <= OPERATING_POINT) {
      return scored(worst.score, `The ${worst.side} looks like ${likeliest(worst.kinds)}, not like an original.`, used)
    }
    if (judged.length < pages.length) return unknown('One of the pages could not be judged.', used)
    return scored(worst.score, 'Every page looks like an original document.', used)
  },
} as const satisfies Factor

function likeliest(kinds: Record<string, number>): string {
  const [kind] = Object.entries(kinds)
    .filter(([name]) => !ORIGINAL.has(name))
    .toSorted(([, a], [, b]) => b - a)[0] ?? ['a recapture']
  return kind === 'a recapture' ? kind : `a recapture (${kind})`
}

const ORIGINAL = new Set(['original', 'live', 'genuine'])
