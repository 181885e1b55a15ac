import { isList, pagesOf } from '../../document/view.ts'
import { OPERATING_POINT, scored, type TrustFactor, type Used, unknown } from './factor.ts'

/** Was the document itself in front of the camera, or a screen or a copy of it? The worst page speaks for all. */
export const documentLiveness: TrustFactor = (evidence) => {
  const pages = pagesOf(evidence)
  if (!isList(pages)) return pages

  const judged = pages.flatMap(({ side, recapture }) => (recapture ? [{ side, ...recapture }] : []))
  const used: Used = Object.fromEntries(judged.map(({ side, score }) => [`score${side}`, score]))
  const worst = judged.toSorted((a, b) => a.score - b.score)[0]
  if (!worst) return unknown('No page could be judged.', used)

  if (worst.score <= OPERATING_POINT) {
    return scored(worst.score, `The ${worst.side} looks like ${likeliest(worst.kinds)}, not like an original.`, used)
  }
  if (judged.length < pages.length) return unknown('One of the pages could not be judged.', used)
  return scored(worst.score, 'Every page looks like an original document.', used)
}

function likeliest(kinds: Record<string, number>): string {
  const [kind] = Object.entries(kinds)
    .filter(([name]) => !ORIGINAL.has(name))
    .toSorted(([, a], [, b]) => b - a)[0] ?? ['a recapture']
  return kind === 'a recapture' ? kind : `a recapture (${kind})`
}

const ORIGINAL = new Set(['original', 'live', 'genuine'])
