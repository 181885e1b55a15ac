import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChipReading } from '../../../src/features/chip/chip-reading.ts'
import { lacksProofAlone, levelsOfAssurance, nearestLevel } from '../../../src/kernel/decision/assurance.ts'
import { levelPolicies } from '../../../src/kernel/decision/change-policy.ts'
import { checkDecision } from '../../../src/kernel/decision/check-decision.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import { ASSURANCE_LEVELS, type Assurance } from '../../../src/kernel/decision/levels.ts'
import { contradictionsOf } from '../../../src/kernel/decision/live-rules.ts'
import { defaultPolicyRules } from '../../../src/kernel/decision/policy.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import type { ChallengeOutcome } from '../../../src/vision/face/challenge/challenge.ts'
import { mrz, passport, passportPage, selfie, template } from './genuine.ts'

const passed = { passed: true, asked: ['LEFT'], findings: [], draws: 1 } as unknown as ChallengeOutcome

/** A passport that somebody issued, filmed by the page's camera, with the challenge passed and nothing known of it. */
const filmed = (page: Partial<PageReading> = {}, more: Partial<Evidence> = {}): Evidence => {
  const read = mrz()
  const issued = passportPage({
    country: 'SWE',
    documentName: 'Sweden Passport',
    mrz: { ...read, fields: { ...read.fields, issuing_state_or_organization: 'SWE' } },
    film: { frames: 3, same: 3, score: 90 },
    authenticity: { edits: { score: 90 } },
    ...page,
  })
  return {
    ...passport(),
    mode: 'live',
    document: { pages: [issued] },
    face: { ...selfie(), challenge: passed },
    capture: {
      sources: { FRONT: 'camera', FACE: 'camera' },
      challenge: 'asked',
      openedAt: '2026-06-15T10:00:00Z',
      completedAt: '2026-06-15T10:05:00Z',
    },
    duplicates: { documentNumber: [], face: [] },
    ...more,
  }
}
const chip = (more: Partial<ChipReading> = {}): ChipReading => {
  const read = mrz()
  return {
    verdict: 'TRUSTED',
    reasons: [],
    dataGroups: {},
    signedGroups: [1, 2, 15],
    activeAuthentication: 'GENUINE',
    mrz: { ...read, fields: { ...read.fields, issuing_state_or_organization: 'SWE' } },
    portrait: template(1, 0),
    country: 'SWE',
    readAt: '2026-06-15T10:00:00Z',
    ...more,
  }
}
const on = (assurance: Assurance, evidence: Evidence) => decide({ ...evidence, assurance }, levelPolicies()[assurance])
const outcomes = (evidence: Evidence) => ASSURANCE_LEVELS.map((level) => on(level, evidence).outcome)

describe('a level of assurance', () => {
  it('basic and standard approve what agrees with itself, high asks for a proof that cannot be drawn', () => {
    assert.deepEqual(outcomes(filmed()), ['approve', 'approve', 'refer'])
    assert.deepEqual(outcomes(filmed({}, { chip: chip() })), ['approve', 'approve', 'approve'])
    const reference = {
      score: 99,
      model: 'swe',
      properties: { pattern: 99, print: 99, layout: 99, colours: 99, fonts: 99 },
    }
    assert.deepEqual(outcomes(filmed({ authenticity: { edits: { score: 90 }, reference } })), [
      'approve',
      'approve',
      'approve',
    ])
  })

  it('high asks for more than a chip that did not show that it is no copy, the others approve it', () => {
    const copy = chip({ signedGroups: [1, 2], activeAuthentication: 'ABSENT' })
    assert.deepEqual(outcomes(filmed({}, { chip: copy })), ['approve', 'approve', 'refer'])
    const decision = on('high', filmed({}, { chip: copy }))
    assert.match(decision.reasons.join(' '), /the chip did not show that it is not a copy/)
    const reference = {
      score: 99,
      model: 'swe',
      properties: { pattern: 99, print: 99, layout: 99, colours: 99, fonts: 99 },
    }
    const taught = filmed({ authenticity: { edits: { score: 90 }, reference } }, { chip: copy })
    assert.equal(on('high', taught).outcome, 'approve', 'the reference is the other proof')
    const { document: _, ...alone } = filmed({}, { chip: copy })
    assert.equal(on('high', alone).outcome, 'refer')
    assert.match(on('high', alone).reasons.join(' '), /another proof is needed/)
    const { document: __, ...genuine } = filmed({}, { chip: chip() })
    assert.equal(on('high', genuine).outcome, 'approve')
  })

  it('refers on each where what proves the document has a portrait that could not be compared', () => {
    const { portrait: _, ...unread } = chip()
    assert.deepEqual(outcomes(filmed({}, { chip: unread })), ['refer', 'refer', 'refer'])
    assert.ok(
      on('basic', filmed({}, { chip: unread })).reasons.some((reason) =>
        /^The portrait of the chip could not be compared with the selfie/.test(reason),
      ),
    )
    const otherNets = chip({ portrait: { ...template(1, 0), model: 'another' } })
    assert.deepEqual(outcomes(filmed({}, { chip: otherNets })), ['refer', 'refer', 'refer'])
    const fields = { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', dateOfBirth: '1974-08-12' }
    const seal = { verdict: 'TRUSTED', signature: 'HOLDS', reasons: [], fields, portraitUnread: true }
    assert.deepEqual(outcomes(filmed({}, { seal: seal as never })), ['refer', 'refer', 'refer'])
    const { portraitUnread: __, ...text } = seal
    assert.equal(on('basic', filmed({}, { seal: text as never })).outcome, 'approve', 'it never held one')
  })

  it('standard and high call a person where the camera may be a program, and nothing that is unknown is held against it', () => {
    const { capture } = filmed()
    assert.ok(capture)
    const by = (cameras: NonNullable<typeof capture.cameras>, page = {}) =>
      filmed(page, { chip: chip(), capture: { ...capture, cameras } })
    const selfies = by({ FACE: { device: 'present', request: 'unknown' } })
    assert.deepEqual(outcomes(selfies), ['approve', 'refer', 'refer'])
    const decision = on('high', selfies)
    assert.deepEqual(decision.boundBy, [
      {
        rule: 'cameraUndoubted',
        outcome: 'refer',
        reason:
          'The pictures may come from a program instead of a camera. FACE: it was not opened as a device of the browser.',
      },
    ])
    assert.equal(lacksProofAlone(decision), false, 'a doubt is no lack of proof')
    const fine = by({ FRONT: { clock: 'absent' }, FACE: { device: 'unknown', request: 'unknown', clock: 'absent' } })
    assert.deepEqual(outcomes(fine), ['approve', 'approve', 'approve'])
    const attested = by({ FRONT: { request: 'present' } })
    assert.deepEqual(outcomes(attested), ['approve', 'approve', 'approve'], 'a chip is more than its picture')
    const looped = filmed({ film: { frames: 3, same: 3, score: 90, leastChange: 0 } })
    assert.deepEqual(outcomes(looped), ['approve', 'refer', 'refer'])
    assert.match(on('standard', looped).reasons[0] ?? '', /FRONT: its frames repeat/)
    assert.equal(decide({ ...selfies, mode: 'test', assurance: 'high' }, levelPolicies().high).outcome, 'approve')
  })

  it('standard wants the document filmed by the page’s camera, and says what is missing', () => {
    const file = filmed()
    assert.ok(file.capture)
    file.capture.sources = { FRONT: 'file', FACE: 'camera' }
    assert.deepEqual(outcomes(file), ['approve', 'refer', 'refer'])
    assert.deepEqual(
      on('standard', file).boundBy?.map(({ rule }) => rule),
      ['documentFilmed'],
    )
    assert.deepEqual(outcomes(filmed({ film: { frames: 3, same: 0 } })), ['approve', 'refer', 'refer'], 'another page')
    assert.deepEqual(
      outcomes({ ...file, chip: chip() }),
      ['approve', 'approve', 'approve'],
      'a proof is more than a film',
    )
  })

  it('standard wants a second zone, pictures that can be judged, and a person and document that are new', () => {
    const licence = filmed({ mrz: undefined as never, features: { mrz: false, barcode: false } })
    assert.deepEqual(outcomes(licence).slice(0, 2), ['approve', 'refer'])
    assert.deepEqual(
      on('standard', licence).boundBy?.map(({ rule }) => rule),
      ['zonesCompared'],
    )
    const coarse = filmed({ authenticity: { editsUnjudged: 'FEW_PIXELS' } })
    assert.deepEqual(outcomes(coarse).slice(0, 2), ['approve', 'refer'])
    const again = filmed({}, { duplicates: { documentNumber: [], face: ['another'] } })
    assert.deepEqual(outcomes(again).slice(0, 2), ['approve', 'refer'])
  })

  it('approves on none what never is approved in live mode', () => {
    const never: Record<string, Evidence> = {
      specimen: filmed({ country: 'UTO' }),
      'word on it': filmed({ authenticity: { edits: { score: 90 }, specimenWords: ['SPECIMEN'] } }),
      'altered chip': filmed({}, { chip: chip({ verdict: 'ALTERED' }) }),
      'copied chip': filmed({}, { chip: chip({ activeAuthentication: 'FALSE' }) }),
      'challenge not passed': filmed({}, { face: { ...selfie(), challenge: { ...passed, passed: false } } }),
      'challenge not taken': filmed({}, { face: selfie() }),
      'chip of somebody else': filmed(
        {},
        {
          chip: chip({
            mrz: { ...mrz(), fields: { ...mrz().fields, primary_identifier: 'OTHER', date_of_birth: '900101' } },
          }),
        },
      ),
      'another face': filmed({}, { face: { ...selfie({ template: template(-1, 0.2) }), challenge: passed } }),
    }
    for (const [name, evidence] of Object.entries(never)) {
      for (const level of ASSURANCE_LEVELS) assert.notEqual(on(level, evidence).outcome, 'approve', `${name}, ${level}`)
    }
  })

  it('binds while live alone, and whoever verifies the decision comes to the same', () => {
    const file = filmed({}, { capture: undefined as never })
    assert.equal(on('standard', { ...file, mode: 'test' }).outcome, 'approve')
    const evidence: Evidence = { ...filmed({ film: { frames: 1, same: 0 } }), assurance: 'standard' }
    const decision = decide(evidence, levelPolicies().standard)
    assert.equal(decision.evidence.assurance, 'standard')
    assert.deepEqual(checkDecision(decision, evidence, levelPolicies().standard), { problems: [], notes: [] })
    const lower = { ...evidence, assurance: 'basic' as const }
    assert.notDeepEqual(
      checkDecision(decision, lower, levelPolicies().standard).problems,
      [],
      'a level cannot be lowered',
    )
  })

  it('has a policy that live mode takes, and high is the policy that decided before there were levels', () => {
    for (const level of ASSURANCE_LEVELS) {
      const { policy } = levelsOfAssurance()[level]
      assert.deepEqual(contradictionsOf(policy, { asksChallenge: true }), [])
    }
    assert.equal(levelsOfAssurance().high.policy, defaultPolicyRules())
  })
})

describe('a policy of somebody’s own', () => {
  it('says which level it comes closest to, and in what it differs', () => {
    for (const level of ASSURANCE_LEVELS)
      assert.deepEqual(nearestLevel(levelsOfAssurance()[level].policy), { level, differing: [] })
    const { factors } = defaultPolicyRules()
    const lenient = {
      ...factors,
      documentAuthenticity: { ...factors.documentAuthenticity, onUnavailable: 'ignore', weight: 9 },
    } as const
    assert.deepEqual(nearestLevel({ ...defaultPolicyRules(), factors: lenient }), {
      level: 'basic',
      differing: ['documentAuthenticity.weight'],
    })
  })
})

describe('a referral', () => {
  it('for want of a proof alone says what was checked and agrees, and what would settle it', () => {
    const decision = on('high', filmed())
    assert.equal(lacksProofAlone(decision), true)
    assert.match(decision.reasons.join(' '), /there is no reference for .*\. Teach one, or ask for the chip/)
    assert.match(decision.reasons.at(-1) ?? '', /^Checked and in order: .*selfie and portrait; print and MRZ;/)
    const file = on('standard', filmed({ film: { frames: 3, same: 0 } }))
    assert.equal(lacksProofAlone(file), true)
    assert.match(file.reasons[0] ?? '', /The camera of the hosted page did not film the FRONT/)
    assert.match(file.reasons.at(-1) ?? '', /^Checked and in order: /)
  })

  it('for a doubt does not say so, nor for what never is approved', () => {
    const expired = filmed({}, { today: '2031-01-01', duplicates: { documentNumber: [], face: ['another'] } })
    for (const decision of [
      on('standard', expired),
      on('high', filmed({ recapture: { score: 10, kinds: { screen: 0.9 } } })),
      on('basic', filmed({ country: 'UTO' })),
      on('basic', filmed()),
    ]) {
      assert.equal(lacksProofAlone(decision), false)
      assert.ok(!decision.reasons.some((reason) => reason.startsWith('Checked, and agrees')))
    }
  })
})
