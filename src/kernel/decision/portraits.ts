import type { FaceTemplate } from '../../vision/face/face-template.ts'
import { type Likeness, matchTemplates } from '../../vision/face/match-templates.ts'
import type { Evidence } from './factors/factor.ts'
import { type Proof, replacingProofsOf, signedProofsOf } from './proof.ts'

/**
 * The holder may choose to leave the portrait out, and every accepted kind can contain one. So a missing one does not
 * count as "no portrait" unless the tenant says that it accepts such evidence in place of a document.
 */
export function takesWithoutPortrait(evidence: Evidence): boolean {
  const replacing = replacingProofsOf(evidence)
  return (
    evidence.withoutPortrait === 'accept' &&
    replacing.length > 0 &&
    replacing.every(({ mayLackPortrait, portrait }) => mayLackPortrait && !portrait)
  )
}

/**
 * Could this portrait be compared with the selfie and with the one in print? Without a face step there is no selfie, and
 * not every page has a portrait.
 */
export function isPortraitCompared(
  portrait: FaceTemplate | undefined,
  { steps, face, document }: Pick<Evidence, 'steps' | 'face' | 'document'>,
): boolean {
  if (!portrait) return !steps.includes('face') && !printedPortraits(document).length
  if (steps.includes('face') && !(face && matchTemplates(portrait, face.template))) return false
  return printedPortraits(document).every((printed) => matchTemplates(portrait, printed) !== undefined)
}

const printedPortraits = (document: Evidence['document']): FaceTemplate[] =>
  document?.pages.flatMap((page) => page.portrait ?? []) ?? []

/** What an issuer signed and could prove the document with, and holds a portrait or should. */
export const provingOf = (evidence: Evidence): Proof[] =>
  signedProofsOf(evidence).filter(({ isTrusted, holdsPortrait }) => isTrusted && holdsPortrait)

interface SignedLikeness extends Likeness {
  /** The name of what holds the portrait. */
  portrait: string
}

/**
 * The selfie with each portrait that a state or an issuer signed, the weakest first. They are the best to compare with,
 * because nobody could have changed them.
 */
export const signedLikenesses = (evidence: Evidence): SignedLikeness[] =>
  replacingProofsOf(evidence)
    .flatMap(({ name, isTrusted, portrait }): SignedLikeness[] => {
      const likeness = isTrusted && portrait && evidence.face && matchTemplates(portrait, evidence.face.template)
      return likeness ? [{ ...likeness, portrait: name }] : []
    })
    .toSorted((a, b) => a.score - b.score)
