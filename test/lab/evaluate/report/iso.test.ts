import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorRate, judgeRate } from '../../../../lab/evaluate/measure/interval.ts'
import type { Packed } from '../../../../lab/evaluate/measure/score.ts'
import { type ToneError, toneAngle, toneError, toneOf } from '../../../../lab/evaluate/measure/skin-tone.ts'
import { type FigureFile, readFigures } from '../../../../lab/evaluate/report/figures.ts'
import { isoReport } from '../../../../lab/evaluate/report/iso/report.ts'
import { writeIsoReport } from '../../../../lab/evaluate/report/iso/write-report.ts'
import type { ReadFigures } from '../../../../lab/evaluate/report/measured.ts'
import { identify } from '../../../../lab/evaluate/sets/faces/identify.ts'

const skinTone: ToneError = {
  people: 3,
  pairs: 4,
  meanDifference: 12,
  p95: 30,
  sameClass: 2,
  withinOne: 3,
  unknown: 0,
}

/** Invented; a round number of errors in a round number of pairs. */
const INVENTED: Record<string, unknown> = {
  faces: {
    pictures: 200,
    notEnrolled: 2,
    threshold: 50,
    crossPairs: { genuine: 1000, impostor: 1_000_000, falseAccepts: 50, falseRejects: 100 },
    curve: [{ score: 50, fmr: 0.00005, fnmr: 0.1 }],
    groups: [
      { group: 'women', genuine: 500, falseRejects: 50, impostors: 200_000, falseAccepts: 40 },
      { group: 'under 18', genuine: 0, falseRejects: 0, impostors: 300, falseAccepts: 0 },
      { group: 'skin: dark', genuine: 100, falseRejects: 40, impostors: 1000, falseAccepts: 0 },
      { group: 'one sex and age', genuine: 900, falseRejects: 90, impostors: 900, falseAccepts: 9 },
    ],
    identification: { threshold: 77, galleries: [20, 21], mated: 100, missed: 15, nonMated: 300, foundSomebody: 0 },
    skinTone,
  },
  facesPrinted: {
    cards: 80,
    portraitNotFound: 1,
    portraitRefused: 2,
    impostors: 4000,
    falseAccepts: 0,
    falseRejects: 0,
  },
  facesMade: { taken: { 'as photographed': { n: 100, accepted: 90 } } },
  whoPays: {
    selfies: [
      { group: 'men', n: 60, refused: 10, notLive: 5 },
      { group: 'all', n: 100, refused: 20, notLive: 8 },
    ],
    labelled: [],
  },
  age: { n: 50, mae: 6, genderAccuracy: 0.9 },
  liveness: {
    threshold: 50,
    byKind: {
      live: { n: 100, accepted: 95, noFace: 1 },
      mask: { n: 2, accepted: 2, noFace: 0 },
      print: { n: 100, accepted: 3, noFace: 4 },
    },
  },
  livenessClose: { byKind: { screen: { n: 40, accepted: 20, noFace: 0 } } },
  challenge: { genuine: { n: 25, passed: 24 }, attacks: { still: { n: 25, passed: 0 }, bent: { n: 25, passed: 9 } } },
  redteam: {
    byKind: { 'web photograph as selfie': { n: 30, approved: 0 }, 'grey copy': { n: 30, approved: 0 } },
  },
}

const report = isoReport(((name: string) => INVENTED[name]) as ReadFigures)

describe('an error rate', () => {
  it("has Wilson's interval, and of no errors the rule of three", () => {
    const { low, high } = errorRate(10, 100)
    assert.equal(low.toFixed(4), '0.0552')
    assert.equal(high.toFixed(4), '0.1744')
    assert.deepEqual(errorRate(0, 300), { errors: 0, n: 300, rate: 0, low: 0, high: 0.01 })
    assert.equal(errorRate(0, 2).high, 1)
    assert.equal(errorRate(5, 5).high, 1)
  })

  it('meets a limit only where the whole interval does', () => {
    assert.equal(judgeRate(errorRate(0, 300), 0.01), 'met')
    assert.equal(judgeRate(errorRate(0, 299), 0.01), 'not shown')
    assert.equal(judgeRate(errorRate(50, 100), 0.01), 'not met')
  })
})

describe('the report in the terms of ISO/IEC 19795 and 30107-3', () => {
  it('compares FMR and FNMR with what SP 800-63A-4 asks', () => {
    assert.deepEqual(
      report.matching.map(({ measure, rate, limit, verdict }) => [measure, rate, limit, verdict]),
      [
        ['FMR', 0.00005, 0.0001, 'met'],
        ['FNMR', 0.1, 0.01, 'not met'],
        ['FMR', 0, 0.0001, 'not shown'],
        ['FNMR', 0, 0.01, 'not shown'],
      ],
    )
  })

  it('states FPIR and FNIR with the number of enrolled people', () => {
    assert.deepEqual(
      report.identification.map(({ what, measure, errors, n }) => [what, measure, errors, n]),
      [
        ['person who is not enrolled, among 20 and 21 enrolled people, score 77', 'FPIR', 0, 300],
        ['person who is enrolled, among 20 and 21 enrolled people, score 77', 'FNIR', 15, 100],
      ],
    )
  })

  it('looks for everybody among one half of the people and then the other', () => {
    const curve: Packed['curve'] = [
      [0, 0],
      [1, 100],
    ]
    const picture = (number: number, ...values: number[]) => ({ number, template: { curve, values } })
    const pictures = [
      picture(0, 1, 0),
      picture(0, 1, 0),
      picture(0, 0, 1),
      picture(1, 1, 0),
      { number: 1, template: undefined },
      picture(2, 0, 1),
    ]
    assert.deepEqual(identify(pictures, 77), {
      threshold: 77,
      galleries: [2, 1],
      // Two more of the first person, one that looks like another; one of the second without a face.
      mated: 3,
      missed: 2,
      // The second person's two among the first and third; four among the second.
      nonMated: 6,
      foundSomebody: 3,
    })
  })

  it('counts what could not be enrolled or acquired', () => {
    assert.deepEqual(
      report.acquisition.map(({ measure, errors, n }) => [measure, errors, n]),
      [
        ['FTE', 2, 200],
        ['FTE', 3, 80],
        ['FTA', 20, 100],
        ['FTA', 10, 100],
      ],
    )
  })

  it('states APCER by species, names the worst, and counts presentations without an answer', () => {
    assert.deepEqual(
      report.attacks.map(({ what, rate, nonResponses, verdict }) => [what, rate, nonResponses, verdict]),
      [
        ['mask, full frame', 1, 0, 'not met'],
        ['print, full frame', 0.03, 4, 'not shown'],
        ['screen, close', 0.5, 0, 'not met'],
      ],
    )
    assert.equal(report.worst.ofAll.what, 'mask, full frame')
    assert.equal(report.worst.ofTen.what, 'screen, close')
    assert.deepEqual(
      report.bonaFide.map(({ what, rate, limit }) => [what, rate, limit]),
      [['live, full frame', 0.05, undefined]],
    )
    assert.deepEqual(
      report.challenge.map(({ what, errors, verdict }) => [what, errors, verdict]),
      [
        ['a picture held still', 0, 'not shown'],
        ['a picture bent around a tube', 9, 'not met'],
        ['head that follows the instructions', 1, undefined],
      ],
    )
    assert.deepEqual(
      report.system.map(({ what }) => what),
      ['web photograph as selfie'],
    )
  })

  it('compares each group with everybody, and leaves out what nobody is in', () => {
    assert.deepEqual(
      report.matchGroups.map(({ category, what, measure, ratio, verdict }) => [
        category,
        what,
        measure,
        ratio,
        verdict,
      ]),
      [
        ['sex', 'women', 'FMR', 4, 'not met'],
        ['sex', 'women', 'FNMR', 1, 'not shown'],
        ['age', 'under 18', 'FMR', 0, 'not shown'],
        ['skin tone', 'skin: dark', 'FMR', 0, 'not shown'],
        ['skin tone', 'skin: dark', 'FNMR', 4, 'not met'],
      ],
    )
    assert.deepEqual(
      report.livenessGroups.map(({ what, measure, errors, n }) => [what, measure, errors, n]),
      [
        ['men', 'FTA', 10, 60],
        ['men', 'BPCER', 5, 50],
      ],
    )
  })

  it('is the page of the documentation with other figures, and never says certified', async () => {
    const kept = new Map<string, FigureFile>(
      [...(await readFigures())].map(([name, file]) => [
        name,
        name in INVENTED ? { ...file, figures: INVENTED[name], date: '2026-01-31' } : file,
      ]),
    )
    const { markdown, json } = await writeIsoReport({}, kept)
    assert.deepEqual(json, report)
    assert.match(markdown, /\| worst species: mask, full frame +\| APCER +\| 2 of 2 +\| 100\.0 % /)
    assert.match(markdown, /2026-01-31/)
    assert.match(markdown, /\*\*Self-tested\.\*\*/)
    assert.doesNotMatch(markdown, /certif|<!-- /i)
    assert.equal(json.status, 'self-tested')
  })
})

describe('skin tone from a picture', () => {
  const flat = (...rgb: number[]) => ({
    width: 112,
    height: 112,
    data: Uint8Array.from({ length: 112 * 112 * 3 }, (_, at) => rgb[at % 3] ?? 0),
  })

  it('is the individual typology angle of the cheeks', () => {
    // sRGB 235, 205, 180 is L* 84.29, b* 16.32 in CIELAB; 90, 60, 45 is L* 28.37, b* 14.58.
    assert.equal(Math.round(toneAngle(flat(235, 205, 180)) ?? 0), 65)
    assert.equal(Math.round(toneAngle(flat(90, 60, 45)) ?? 0), -56)
    assert.equal(toneAngle(flat(100, 110, 140)), undefined)
    assert.deepEqual(
      [56, 55, 41, 28, 10, -30].map((angle) => toneOf(angle)),
      ['skin: very light', 'skin: light', 'skin: intermediate', 'skin: tan', 'skin: brown', 'skin: dark'],
    )
  })

  it('has the error that two pictures of one person show', () => {
    const found = toneError(
      new Map([
        ['a', [60, 50]],
        ['b', [20, 0, undefined]],
        ['c', [30]],
        ['d', [-40, 35]],
      ]),
    )
    assert.deepEqual(
      { ...found, meanDifference: found.meanDifference.toFixed(1) },
      { people: 3, pairs: 3, meanDifference: '35.0', p95: 75, sameClass: 0, withinOne: 2, unknown: 1 },
    )
  })
})
