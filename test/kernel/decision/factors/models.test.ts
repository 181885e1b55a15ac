import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentLiveness } from '../../../../src/features/document/factors/document-liveness.ts'
import { faceVerification } from '../../../../src/features/selfie/factors/face-verification.ts'
import { passiveLiveness } from '../../../../src/features/selfie/factors/passive-liveness.ts'
import type { Finding } from '../../../../src/kernel/decision/factors/factor.ts'
import type { FilmReading } from '../../../../src/vision/document/page-reading.ts'
import type { ChallengeOutcome } from '../../../../src/vision/face/challenge/challenge.ts'
import type { FaceReading } from '../../../../src/vision/face/face-reading.ts'
import { onCurve } from '../../../../src/vision/face/match-templates.ts'
import { licence, licencePages, passport, passportPage, selfie, template } from '../genuine.ts'

/** A selfie with this score, sent with a challenge. */
const challenged = (
  score: number,
  change: Partial<ChallengeOutcome> = {},
  used: Record<string, number> = { noseTracked: 0.1 },
): FaceReading =>
  selfie({
    liveness: { score, kinds: {}, surface: 0 },
    challenge: {
      asked: ['LEFT'],
      passed: true,
      findings: [{ check: 'HEAD', passed: true, reason: '', used }],
      draws: 1,
      frames: 14,
      models: [],
      ...change,
    },
  })

describe('passiveLiveness', () => {
  it('hands on the score of the selfie', () => {
    const finding = passiveLiveness.find(passport({}, { face: selfie({ liveness: { score: 50, kinds: {} } }) }))
    assert.deepEqual(finding, {
      kind: 'scored',
      score: 50,
      reason: 'The face does not look live.',
      used: { livenessScore: 50 },
    })
  })

  it('lets a passed challenge settle a middling score, and says so', () => {
    const finding = passiveLiveness.find(passport({}, { face: challenged(30) }))
    assert.equal(finding.kind === 'scored' && finding.score, 51)
    assert.match(finding.reason, /head passed the challenge/)
    assert.deepEqual(finding.kind === 'scored' && finding.used, {
      livenessScore: 30,
      leastWithChallenge: 10,
      challenge: 'passed',
    })
    const clear = passiveLiveness.find(passport({}, { face: challenged(91) }))
    assert.equal(clear.kind === 'scored' && clear.score, 91, 'a clear score stays as it is')
  })

  it('keeps a middling score without a challenge that was passed with the nose tracked, and a low one in any case', () => {
    const scoreOf = (face: FaceReading) => {
      const finding = passiveLiveness.find(passport({}, { face }))
      return finding.kind === 'scored' ? finding.score : undefined
    }
    const { challenge: _, ...without } = challenged(30)
    assert.equal(scoreOf(without), 30, 'no challenge')
    assert.equal(scoreOf(challenged(30, { passed: false })), 30, 'not passed')
    assert.equal(scoreOf(challenged(30, {}, {})), 30, 'the nose was not tracked')
    assert.equal(scoreOf(challenged(10)), 10, 'as low as attacks')
    assert.equal(scoreOf({ ...challenged(30), liveness: { score: 30, kinds: {}, surface: 0.2 } }), 30, 'too near')
    assert.equal(scoreOf({ ...challenged(30), liveness: { score: 30, kinds: {} } }), 30, 'of an earlier version')
  })

  it('is UNKNOWN when it was not computed and UNAVAILABLE when the flow has no face', () => {
    const { liveness: _, ...face } = selfie()
    assert.equal(passiveLiveness.find(passport({}, { face })).kind, 'unknown')
    assert.equal(passiveLiveness.find(passport({}, { steps: ['document'] })).kind, 'unavailable')
  })
})

describe('documentLiveness', () => {
  it('takes the worst page and names what it looks like', () => {
    const [front, back] = licencePages()
    assert.ok(front && back)
    const pages = [front, { ...back, recapture: { score: 12, kinds: { original: 0.12, screen: 0.8, copy: 0.08 } } }]
    const finding = documentLiveness.find(licence({ document: { pages } }))
    assert.equal(finding.kind === 'scored' && finding.score, 12)
    assert.match(finding.reason, /BACK .*screen/)
  })

  it('is UNKNOWN when one page was not judged, unless another is already not an original', () => {
    const [front, back] = licencePages()
    assert.ok(front && back)
    const { recapture: _, ...unjudged } = back
    assert.equal(documentLiveness.find(licence({ document: { pages: [front, unjudged] } })).kind, 'unknown')
    const screen = { ...front, recapture: { score: 20, kinds: {} } }
    assert.equal(documentLiveness.find(licence({ document: { pages: [screen, unjudged] } })).kind, 'scored')
  })
})

describe('documentLiveness with a film', () => {
  const find = (film: FilmReading | undefined, score = 90) =>
    documentLiveness.find(passport({ recapture: { score, kinds: { screen: 1 - score / 100 } }, ...(film && { film }) }))
  const scoreOf = (finding: Finding) => (finding.kind === 'scored' ? finding.score : finding.kind)

  it('is as low as the film where a pattern runs over the page, and says so', () => {
    const finding = find({ frames: 3, same: 3, score: 8 })
    assert.equal(scoreOf(finding), 8)
    assert.match(finding.reason, /FRONT .*frame of the film .*screen/)
  })

  it('is never raised by a film', () => {
    assert.equal(scoreOf(find({ frames: 3, same: 3, score: 100 })), 90)
    assert.equal(scoreOf(find({ frames: 3, same: 3, score: 40 }, 20)), 20)
  })

  it('is the same without a film, and with one that shows something else, which is UNAVAILABLE', () => {
    assert.equal(scoreOf(find(undefined)), 90)
    const finding = find({ frames: 3, same: 1 })
    assert.equal(scoreOf(finding), 90)
    assert.deepEqual('used' in finding && finding.used, { scoreFRONT: 90, filmFRONT: 'UNAVAILABLE' })
  })
})

describe('faceVerification', () => {
  it('lays the cosine on the curve that was measured for the model', () => {
    const finding = faceVerification.find(
      passport({ portrait: template(1, 0) }, { face: selfie({ template: template(0.6, 0.8) }) }),
    )
    assert.equal(finding.kind, 'scored')
    assert.equal(finding.kind === 'scored' && finding.score, 66.6)
    assert.equal(finding.kind === 'scored' && finding.used.cosine, 0.6)
  })

  it('does not match at the operating point itself: over 50 means match', () => {
    const at50 = faceVerification.find(
      passport({ portrait: template(1, 0) }, { face: selfie({ template: template(0.4, Math.sqrt(0.84)) }) }),
    )
    assert.ok(at50.kind === 'scored' && at50.score <= 50)
    assert.match(at50.reason, /does not match/)
  })

  it('is UNKNOWN between templates of different models', () => {
    const other = { ...template(1, 0), model: 'another-embedder' }
    const finding = faceVerification.find(passport({ portrait: other }))
    assert.equal(finding.kind, 'unknown')
    assert.match(finding.reason, /different models/)
  })

  it('is UNKNOWN without a portrait and UNAVAILABLE when the flow lacks a step', () => {
    const { portrait: _, ...page } = passportPage()
    assert.equal(faceVerification.find(passport({}, { document: { pages: [page] } })).kind, 'unknown')
    assert.equal(faceVerification.find(passport({}, { steps: ['document'] })).kind, 'unavailable')
  })

  it('stays within the curve beyond its ends', () => {
    const { curve } = template(1)
    assert.deepEqual(
      [-2, -1, 0.4, 0.7, 1, 2].map((cosine) => Math.round(onCurve(curve, cosine))),
      [0, 0, 50, 75, 100, 100],
    )
  })
})
