import { compareProofs } from '../../../kernel/decision/compare-proofs.ts'
import {
  type Against,
  type Evidence,
  type Factor,
  inWords,
  isList,
  scored,
  type Used,
  unavailable,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { isPortraitCompared } from '../../../kernel/decision/portraits.ts'
import { type Proof, signedProofsOf } from '../../../kernel/decision/proof.ts'
import { proofsOf } from '../../../kernel/decision/proofs.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import { findSpecimenMarks } from '../../../kernel/evidence/document/specimen.ts'
import { isPortraitOfAnother, tracesAgainst } from '../../../kernel/evidence/document/traces.ts'
import { tracesOf } from '../../../vision/document/checks/trace-checks.ts'
import type { EditsUnjudged, PageReading, ReferenceReading, Trace } from '../../../vision/document/page-reading.ts'
import { CLEARLY_GENUINE, OPERATING_POINT } from '../../../vision/operating-point.ts'

/** The score of a specimen in live mode. */
export const SPECIMEN_SCORE = 0

/**
 * Is this a document that somebody issued, and is the picture as the camera took it? Every check counts, and the worst
 * result is the score. Finding nothing is not a proof: only the reference of its model supports a document, and if none
 * was taught the answer is UNAVAILABLE.
 */
export const documentAuthenticity = {
  name: 'documentAuthenticity',
  place: 110,
  question: 'Was this document really issued, and is the picture as the camera took it?',
  agreement: 'no trace of a change to the picture',
  // A finding may be wrong, so a person looks: it does not reject on its own. In live mode a person also looks at an
  // untaught document, since a good forgery only needs to agree with itself.
  defaultRule: { ...cautious, high: OPERATING_POINT, medium: 0, weight: 2, onLow: 'refer', onUnavailable: 'refer' },
  // An untaught document is not compared with anything, so on these levels a good drawing passes.
  onLevel: { basic: { onUnavailable: 'ignore' }, standard: { onUnavailable: 'ignore' } },
  quiet: true,
  against: (_, { document }) => onPictures(document?.pages ?? []),
  find({ mode = 'live', ...evidence }) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const specimen = findSpecimenMarks({ pages })
    const isOnTrial = mode === 'test' && specimen.length > 0
    const doubts = [
      ...(specimen.length && mode === 'live'
        ? [{ score: SPECIMEN_SCORE, reason: `This is a specimen: ${specimen.join(', ')}.` }]
        : []),
      ...pages.flatMap((page) => doubtsOf(page, isOnTrial)),
    ].toSorted((a, b) => a.score - b.score)
    const references = pages.flatMap(({ authenticity }) => authenticity?.reference ?? [])
    const used: Used = {
      specimen: specimen.join(', ') || null,
      ...Object.fromEntries(pages.flatMap((page) => scoresOf(page))),
    }

    if (doubts[0]) return scored(doubts[0].score, doubts.map(({ reason }) => reason).join(' '), used)
    if (pages.some(({ country }) => country === undefined)) {
      return unknown('It looks like an identity document, but nothing on it says who issued it.', used)
    }
    const attesting = signedProofsOf(evidence).find(({ attestsDocument }) => attestsDocument)
    const isProven =
      attesting !== undefined &&
      isPortraitCompared(attesting.portrait, evidence) &&
      !isTooLittleAlone(attesting, evidence)
    const unjudged = [...pages.flatMap(editsUnjudged), ...pages.flatMap(screenUnjudged)]
    const [reference] = references.toSorted((a, b) => a.score - b.score)
    if (reference && references.length === pages.length) {
      // Readings of version 0.2 have no properties; their judgement stays as it was.
      if (references.some(({ properties }) => properties?.pattern === null || properties?.print === null)) {
        const small = pages.filter(({ authenticity }) => isTooSmall(authenticity?.reference)).map(({ side }) => side)
        if (small.length) {
          return unavailable(
            'reference',
            `Nothing was found against the document, but the picture of the ${small.join(' and the ')} has too few pixels to compare its fine pattern: take it from closer.`,
          )
        }
        return unavailable(
          'reference',
          'Nothing was found against the document, but its fine pattern or its print could not be compared: the picture does not show it, it is of a different kind than the pictures that the model was taught with, or the model was taught with only one picture or by an earlier version and should be taught again with three.',
        )
      }
      if (references.some(({ score, properties }) => properties && score < CLEARLY_GENUINE)) {
        return unavailable(
          'reference',
          'Nothing was found against the document, but it differs from its model more than the pictures that the model was taught with.',
        )
      }
      // An edited page may agree with its model everywhere except in the holder's values, which have no model; a page
      // on a screen may agree everywhere.
      if (mode === 'live' && !isProven && unjudged.length) {
        return unavailable('reference', `Nothing was found against the document. ${unjudged.join(' ')}`)
      }
      return scored(reference.score, 'The document looks like its model, and nothing was found against it.', used)
    }
    if (attesting && isProven) {
      const reason = `The state signed what the ${attesting.name} of the document holds, and nothing was found against it.`
      return scored(100, reason, { ...used, [attesting.thing]: 'TRUSTED' })
    }
    const zone = trustedZoneOf(evidence)
    const isTextSigned = zone !== undefined && agreesWithDocument(zone, evidence)
    const isZoneCompared =
      zone?.portrait && evidence.face && hasPortrait(pages) && isPortraitCompared(zone.portrait, evidence)
    if (isTextSigned && isZoneCompared && !unjudged.length) {
      return scored(
        100,
        'A trusted issuer signed what the barcode of the document says, and nothing was found against it. It holds a portrait, which was compared with the one on the document and with the selfie, and no trace of an exchanged portrait was found.',
        { ...used, [zone.thing]: 'TRUSTED' },
      )
    }
    return unavailable(
      'reference',
      [
        ...(attesting ? [whyUnproven(attesting, evidence)] : []),
        isTextSigned
          ? 'A trusted issuer signed what the barcode of the document says, and it agrees with the document. That proves the text and not the face: compare the portrait with the selfie, and check whether it was exchanged.'
          : `Nothing was found against the document, but nothing proves it: there is no reference for ${nameOf(pages)}. Teach one, or ask for the chip or a wallet credential.`,
        ...pages.filter(({ authenticity }) => authenticity?.editsUnjudged).flatMap(editsUnjudged),
      ].join(' '),
    )
  },
} as const satisfies Factor

/** Why what its state signed does not prove the document. */
const whyUnproven = ({ name, portrait }: Proof, evidence: Evidence): string =>
  isPortraitCompared(portrait, evidence)
    ? `A trusted state signed what the ${name} holds, but the ${name} did not show that it is not a copy (active authentication is absent).`
    : `The portrait of the ${name} could not be compared with the selfie and with the document.`

/**
 * What may be copied to another document. On the level `high` it needs another proof, unless it has answered with a key
 * that cannot be copied.
 */
export const isTooLittleAlone = (
  { mayBeCopied = false }: Pick<Proof, 'mayBeCopied'>,
  { assurance }: Pick<Evidence, 'assurance'>,
): boolean => assurance === 'high' && mayBeCopied

const hasPortrait = (pages: readonly PageReading[]): boolean => pages.some(({ portrait }) => portrait)

const nameOf = ([front]: readonly PageReading[]): string =>
  front?.documentName ? `“${front.documentName}”` : 'this document'

/** What a signed zone says must be on the document too, in at least two fields: a copy on another document differs. */
const LEAST_AGREEING = 2

/** A zone of the document that a trusted issuer signed. */
const trustedZoneOf = (evidence: Evidence): Proof | undefined =>
  signedProofsOf(evidence).find(({ isZone, isTrusted }) => isZone && isTrusted)

function agreesWithDocument({ thing: zone }: Proof, evidence: Evidence): boolean {
  const proofs = proofsOf(evidence).filter(({ thing }) => thing === zone || thing === 'document')
  const pairs = compareProofs(proofs).filter(({ between }) => between.some(({ thing }) => thing === zone))
  const agreeing = new Set(pairs.flatMap((pair) => pair.agreeing))
  return agreeing.size >= LEAST_AGREEING && pairs.every(({ differing }) => differing.length === 0)
}

const isTooSmall = (reading: ReferenceReading | undefined): boolean =>
  reading?.isTooCoarse === true && reading.properties?.pattern === null

/** What the pictures of the document themselves show. A specimen has its own finding. */
const onPictures = (pages: readonly PageReading[]): Against[] => [
  ...(pages.some(isPortraitOfAnother) ? [{ code: 'WRONG_PERSON' as const }] : []),
  ...(pages.some((page) => tracesAgainst(page).length > 0) ? [{ code: 'EDITED' as const }] : []),
]

function doubtsOf(page: PageReading, isOnTrial: boolean): { score: number; reason: string }[] {
  const { side, authenticity } = page
  const traces = tracesOf(authenticity).flatMap(({ check, trace }) =>
    trace.score > OPERATING_POINT || (isOnTrial && check.ofPixels)
      ? []
      : [{ score: trace.score, reason: `The picture of the ${side} ${check.finding}${wordsOf(trace)}.` }],
  )
  return [...traces, ...strangers(page)]
}

const UNJUDGED: Record<EditsUnjudged, string> = {
  FEW_PIXELS: 'the document has too few pixels in it',
  STRONG_COMPRESSION: 'it is compressed too strongly',
}

/** Why edits of a page cannot be judged; empty if they can. */
function editsUnjudged({ side, authenticity }: PageReading): string[] {
  if (authenticity?.edits) return []
  const why = authenticity?.editsUnjudged
  return [
    why
      ? `It cannot be seen whether the picture of the ${side} was changed after it was taken: ${UNJUDGED[why]}.`
      : `It was not checked whether the picture of the ${side} was changed after it was taken.`,
  ]
}

/**
 * Why it cannot be judged whether a page was on a screen; empty if it can. A film does not change that: the sender of
 * the picture also sends the frames, and nothing shows that both are from one capture.
 */
function screenUnjudged({ side, recapture }: PageReading): string[] {
  if (!recapture?.screenUnjudged) return []
  return [
    `It cannot be seen whether the ${side} was photographed from a screen: the document has too few pixels in it.`,
  ]
}

/** Far below the operating point: a person looks. */
const STRANGER_SCORE = 10

/** The second portrait must show the same person. */
function strangers(page: PageReading): { score: number; reason: string }[] {
  if (!isPortraitOfAnother(page)) return []
  return [{ score: STRANGER_SCORE, reason: `The two portraits on the ${page.side} do not show the same person.` }]
}

const wordsOf = ({ places = [] }: Trace): string => {
  const about = [...new Set(places.flatMap((place) => place.about ?? []))]
  return about.length ? ` (${about.map(inWords).join(', ')})` : ''
}

const scoresOf = ({ side, authenticity }: PageReading): [string, number][] => [
  ...tracesOf(authenticity).map(({ check, trace }): [string, number] => [`${check.name}${side}`, trace.score]),
  ...Object.entries(authenticity?.reference?.properties ?? {}).flatMap(([name, score]): [string, number][] =>
    score === null ? [] : [[`${name}${side}`, score]],
  ),
]
