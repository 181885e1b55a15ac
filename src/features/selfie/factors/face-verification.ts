import {
  type Evidence,
  type Factor,
  type Finding,
  scored,
  type Used,
  unavailable,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { atOperatingPoint } from '../../../kernel/decision/rule.ts'
import { matchFaces } from '../../../kernel/evidence/face/face.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { type Likeness, matchTemplates } from '../../../vision/face/match-templates.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'
import { isGenuine } from '../../wallet/domain/credential-reading.ts'

/** Is the person in the selfie the person in the document's portrait? */
export const faceVerification = {
  name: 'faceVerification',
  question: 'Is the person in the selfie the person on the document?',
  agreement: 'selfie and portrait',
  defaultRule: { ...atOperatingPoint, required: true, weight: 3 },
  find(evidence) {
    const { document, face, credential, steps } = evidence
    if (!steps.includes('document') || !steps.includes('face')) {
      return unavailable('flow', 'The flow does not have both a document and a face step.')
    }
    const [weakest] = signedLikenesses(evidence)
    if (weakest) return compared(weakest, `in the ${weakest.portrait}`, { portrait: weakest.portrait })
    if (!document?.pages.length && credential && !credential.portrait && face)
      return takesWithoutPortrait(evidence)
        ? unavailable('flow', 'The credential has no portrait: the selfie shows only that a living person was there.')
        : unknown('The credential has no portrait to compare the selfie with.')
    if (!document?.pages.length || !face) return unknown('The document or the face was not read.')

    const match = matchFaces(document, face)
    if (!match.comparable) {
      return unknown(
        match.because === 'no portrait'
          ? 'No portrait was found on the document.'
          : 'The portrait and the selfie were read by different models and cannot be compared.',
      )
    }

    return compared(match, 'on the document')
  },
} as const satisfies Factor

/**
 * The holder chooses what a credential shows, and every accepted kind can contain a portrait. So a missing one does not
 * count as "no portrait" unless the tenant says that it accepts such credentials. A chip always has one.
 */
export const takesWithoutPortrait = ({ withoutPortrait, credential, chip }: Evidence): boolean =>
  withoutPortrait === 'accept' && credential !== undefined && !credential.portrait && !chip

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

interface SignedLikeness extends Likeness {
  portrait: 'chip' | 'credential'
}

/**
 * The selfie with each portrait that a state or an issuer signed, the weakest first. They are the best to compare with,
 * because nobody could have changed them.
 */
export function signedLikenesses({ face, chip, credential }: Pick<Evidence, 'face' | 'chip' | 'credential'>) {
  const portraits = [
    { portrait: 'chip', template: chip?.verdict === 'TRUSTED' ? chip.portrait : undefined },
    { portrait: 'credential', template: credential && isGenuine(credential) ? credential.portrait : undefined },
  ] as const
  return portraits
    .flatMap(({ portrait, template }): SignedLikeness[] => {
      const likeness = template && face && matchTemplates(template, face.template)
      return likeness ? [{ ...likeness, portrait }] : []
    })
    .toSorted((a, b) => a.score - b.score)
}

function compared({ cosine, score, model }: Likeness, where: string, more: Used = {}): Finding {
  const matches = score > OPERATING_POINT ? 'matches' : 'does not match'
  const used = { cosine: Math.round(cosine * 10_000) / 10_000, model, ...more }
  return scored(score, `The selfie ${matches} the portrait ${where}.`, used)
}
