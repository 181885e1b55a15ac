import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import { factorNames } from '../../../src/kernel/decision/factors/index.ts'
import type { Policy } from '../../../src/kernel/decision/policy.ts'
import type { DecisionOutcome } from '../../../src/kernel/decision/rule.ts'
import { EFFECTS, type FactorRule } from '../../../src/kernel/decision/rule.ts'
import { field, mrz, passport, passportPage, selfie, template } from './genuine.ts'

/** Pieces of evidence, each from good (0) to as bad as it gets. */
interface Badness {
  liveness: number
  recapture: number
  face: number
  reading: number
  expired: number
  failedChecks: number
  changedDigits: number
  changedBirth: number
  editor: number
  announced: number
}

const LIMITS: Badness = {
  liveness: 100,
  recapture: 100,
  face: 100,
  reading: 96,
  expired: 40,
  failedChecks: 5,
  changedDigits: 9,
  changedBirth: 3,
  editor: 1,
  announced: 8,
}

function evidenceOf(bad: Badness): Evidence {
  const expiry = `${2032 - bad.expired}-04-15`
  const angle = (bad.face / 100) * Math.PI
  const number = 'X'.repeat(bad.changedDigits) + 'L898902C3'.slice(bad.changedDigits)
  const birth = `19${String(74 + bad.changedBirth * 8).padStart(2, '0')}-08-12`
  const visual = passportPage().visual.map((printed) => {
    if (printed.name === 'document_number') return field('document_number', number)
    if (printed.name === 'date_of_birth') return field('date_of_birth', birth, { date: birth })
    if (printed.name === 'date_of_expiry')
      return field('date_of_expiry', expiry, { date: expiry, confidence: 96 - bad.reading })
    if (printed.name === 'date_of_issue')
      return field('date_of_issue', '1991-01-01', { date: '2022-04-16', confidence: 50 })
    return { ...printed, confidence: 96 - bad.reading }
  })
  const checks = mrz().checks.map((check, index) => ({ ...check, valid: index >= bad.failedChecks }))
  const page = {
    visual,
    mrz: {
      ...mrz(),
      checks,
      dateOfExpiry: expiry,
      fields: { ...mrz().fields, date_of_expiry: expiry.slice(2).replaceAll('-', '') },
    },
    recapture: { score: 100 - bad.recapture, kinds: {} },
    ...(bad.editor && { editor: 'Some Editor 1.0' }),
  }
  return passport(page, {
    face: selfie({
      liveness: { score: 100 - bad.liveness, kinds: {} },
      template: template(Math.cos(angle), Math.sin(angle)),
    }),
    applicantForm: { lastName: 'X'.repeat(bad.announced) + 'ERIKSSON'.slice(bad.announced) },
  })
}

const badness = fc.record(
  Object.fromEntries(Object.entries(LIMITS).map(([key, most]) => [key, fc.integer({ min: 0, max: most })])),
) as unknown as fc.Arbitrary<Badness>

const worse = (bad: Badness, key: keyof Badness, by: number): Badness => ({
  ...bad,
  [key]: Math.min(LIMITS[key], bad[key] + by),
})

const rule: fc.Arbitrary<FactorRule> = fc
  .record({
    enabled: fc.boolean(),
    required: fc.boolean(),
    high: fc.integer({ min: 0, max: 99 }),
    medium: fc.integer({ min: 0, max: 99 }),
    weight: fc.integer({ min: 0, max: 10 }),
    onMedium: fc.constantFrom(...EFFECTS),
    onLow: fc.constantFrom(...EFFECTS),
    onUnknown: fc.constantFrom(...EFFECTS),
  })
  .map((given) => ({ ...given, high: Math.max(given.high, given.medium), medium: Math.min(given.high, given.medium) }))

const anyPolicy: fc.Arbitrary<Policy> = fc.tuple(...factorNames().map(() => rule)).map((rules) => ({
  ...defaultPolicy(),
  factors: Object.fromEntries(factorNames().map((name, index) => [name, rules[index]])) as Policy['factors'],
}))

const RANK: Record<DecisionOutcome, number> = { reject: 0, refer: 1, approve: 2 }

describe('any decision', () => {
  it('never gets better when a piece of evidence gets worse', () => {
    const keys = Object.keys(LIMITS) as (keyof Badness)[]
    fc.assert(
      fc.property(badness, fc.constantFrom(...keys), fc.integer({ min: 1, max: 100 }), (bad, key, by) => {
        const before = decide(evidenceOf(bad), defaultPolicy())
        const after = decide(evidenceOf(worse(bad, key, by)), defaultPolicy())
        assert.ok(RANK[after.outcome] <= RANK[before.outcome], `${before.outcome} became ${after.outcome}`)
        assert.ok(after.score <= before.score, `${before.score} became ${after.score}`)
      }),
      { numRuns: 1000 },
    )
  })

  it('never approves under the default policy when a factor is UNKNOWN', () => {
    const hidden = fc.subarray(['mrz', 'portrait', 'recapture', 'liveness', 'face', 'visual'] as const, {
      minLength: 1,
    })
    fc.assert(
      fc.property(hidden, (parts) => {
        const evidence = passport()
        const [page] = evidence.document?.pages ?? []
        assert.ok(page)
        for (const part of parts) {
          if (part === 'mrz' || part === 'portrait' || part === 'recapture') delete page[part]
          if (part === 'visual') page.visual = []
          if (part === 'face') delete evidence.face
          if (part === 'liveness') delete evidence.face?.liveness
        }
        const decision = decide(evidence, defaultPolicy())
        assert.ok(decision.factors.some(({ level }) => level === 'UNKNOWN' || level === 'LOW'))
        assert.notEqual(decision.outcome, 'approve')
      }),
    )
  })

  it('is the same, byte for byte, for the same evidence and policy', () => {
    fc.assert(
      fc.property(badness, anyPolicy, (bad, policy) => {
        const evidence = evidenceOf(bad)
        const copy = JSON.parse(JSON.stringify(evidence)) as Evidence
        assert.equal(JSON.stringify(decide(evidence, policy)), JSON.stringify(decide(copy, policy)))
      }),
    )
  })

  it('has a level and a score that go with its outcome, and a reason, under any policy', () => {
    fc.assert(
      fc.property(badness, anyPolicy, (bad, policy) => {
        const { outcome, level, score, reasons, factors } = decide(evidenceOf(bad), policy)
        assert.equal(level, { approve: 'HIGH', refer: 'MEDIUM', reject: 'LOW' }[outcome])
        const [low, high] = { reject: [0, 50], refer: [51, 75], approve: [76, 100] }[outcome] as [number, number]
        assert.ok(Number.isInteger(score) && score >= low && score <= high)
        assert.ok(reasons.length > 0)
        for (const { level: graded, score: factorScore } of factors) {
          assert.equal(factorScore === undefined, graded === 'UNKNOWN' || graded === 'UNAVAILABLE')
        }
      }),
    )
  })
})
