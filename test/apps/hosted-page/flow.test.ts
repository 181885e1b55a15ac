import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choiceOf, firstOf, nextPart, nextScreen, partsOf } from '../../../src/apps/hosted-page/flow.ts'
import { readOptions, startsWithHandover } from '../../../src/apps/hosted-page/page-options.ts'
import { doingOf, previousPart, progressOf } from '../../../src/apps/hosted-page/progress.ts'
import { dueScreen, featureSteps, stepScreen } from '../../../src/apps/hosted-page/steps.ts'
import type { EnrolmentState } from '../../../src/kernel/session/contract/enrolment-state.ts'
import './learn-feature-steps.ts'

const state: EnrolmentState = {
  mode: 'live',
  selfieFiles: false,
  asksConsent: false,
  mayWithdraw: false,
  challenge: false,
  sessionId: '00000000-0000-4000-8000-000000000000',
  status: 'PENDING',
  completed: false,
  steps: ['document', 'face'],
  received: { document: [], face: false },
  theme: {},
  retentionDays: 90,
  expiryDateUtc: '2026-01-01T00:00:00Z',
  frameOrigins: [],
}
const options = (query: string) => readOptions(new URLSearchParams(query))

describe('the steps of the hosted page', () => {
  it('are those of the flow; the back comes in once the front says there is one', () => {
    assert.deepEqual(partsOf(state), ['FRONT', 'FACE'])
    assert.deepEqual(partsOf({ ...state, isTwoSideDocument: true }), ['FRONT', 'BACK', 'FACE'])
    assert.deepEqual(partsOf({ ...state, steps: ['face'] }), ['FACE'])
  })

  it('leave the document out that a wallet stands for, and offer the wallet until a picture was taken', () => {
    const wallet = { state: 'OFFERED', replacesDocument: true } as const
    assert.deepEqual(choiceOf({ ...state, wallet }), { name: 'feature', of: 'choose' })
    assert.equal(choiceOf(state), undefined)
    const optional = { ...wallet, replacesDocument: false }
    assert.deepEqual(
      choiceOf({ ...state, wallet: optional }),
      { name: 'feature', of: 'choose' },
      'in addition to the picture',
    )
    assert.equal(choiceOf({ ...state, wallet: { ...optional, state: 'RECEIVED' } }), undefined)
    assert.equal(choiceOf({ ...state, wallet, received: { document: ['FRONT'], face: false } }), undefined)
    const answered = { ...state, wallet: { ...wallet, state: 'RECEIVED' as const } }
    assert.equal(nextPart(answered), 'FACE')
    assert.equal(nextPart({ ...answered, received: { document: [], face: true } }), undefined)
    assert.equal(nextPart({ ...answered, wallet: { ...answered.wallet, replacesDocument: false } }), 'FRONT')
  })

  it('begin with the wallet where nothing else says who comes back', () => {
    const wallet = { state: 'OFFERED', replacesDocument: false, required: true } as const
    const returning = { ...state, steps: ['face' as const], wallet }
    assert.deepEqual(firstOf(returning), { name: 'feature', of: 'wallet' })
    assert.equal(choiceOf(returning), undefined)
    assert.equal(firstOf({ ...returning, wallet: { ...wallet, state: 'RECEIVED' } }), undefined)
    assert.equal(firstOf(state), undefined)
  })

  it('go on where the person was', () => {
    assert.equal(nextPart(state), 'FRONT')
    const withFront = { ...state, isTwoSideDocument: true, received: { document: ['FRONT' as const], face: false } }
    assert.equal(nextPart(withFront), 'BACK')
    assert.deepEqual(progressOf(withFront, 'BACK'), { step: 2, steps: 3 })
    const withChip = { ...withFront, chip: { received: false, app: true } }
    assert.deepEqual(progressOf(withChip, 'FRONT'), { step: 1, steps: 4 }, 'a chip that is required is a step')
    assert.deepEqual(progressOf(withChip, 'LAST'), { step: 4, steps: 4 })
    assert.deepEqual(progressOf(state, 'FRONT'), { step: 1, steps: 3 }, 'it may have a back: the total never grows')
    assert.deepEqual(progressOf({ ...state, isTwoSideDocument: false }, 'FACE'), { step: 2, steps: 2 })
    const byWallet = { state: 'RECEIVED', replacesDocument: true } as const
    assert.deepEqual(progressOf({ ...state, wallet: byWallet }, 'FACE'), { step: 2, steps: 2 })
    const newPicture = { of: 'FRONT', reason: 'BLURRED' } as const
    assert.deepEqual(progressOf({ ...state, newPicture }, 'FRONT'), { step: 1, steps: 1 })
    assert.equal(previousPart(withFront, 'BACK'), 'FRONT')
    assert.equal(previousPart(withFront, 'FRONT'), undefined)
    assert.equal(nextPart({ ...state, received: { document: ['FRONT'], face: true } }), undefined)
  })
})

describe('the screen that follows', () => {
  const free = { prefersCamera: false, steppedUp: false }
  const follow = (at: EnrolmentState, known = free) => nextScreen(at, nextPart(at), known)
  const chip = { received: false, app: true }
  const all = { ...state, received: { document: ['FRONT' as const], face: true }, isTwoSideDocument: false }

  it('is the next picture, then what a feature asks for, then more proof, then the end', () => {
    assert.deepEqual(follow({ ...state, asksConsent: true }), { name: 'consent' })
    assert.deepEqual(follow(state), { name: 'capture', part: 'FRONT' })
    const wallet = { state: 'OFFERED', replacesDocument: true } as const
    assert.deepEqual(follow({ ...state, wallet }), { name: 'feature', of: 'choose' })
    assert.deepEqual(follow({ ...state, wallet }, { ...free, prefersCamera: true }), {
      name: 'capture',
      part: 'FRONT',
    })
    assert.deepEqual(follow({ ...all, chip }), { name: 'feature', of: 'chip' })
    assert.deepEqual(follow({ ...all, chip: { ...chip, isOptional: true } }), { name: 'working' })
    assert.deepEqual(follow({ ...all, stepUp: ['chip'] }), { name: 'stepUp' })
    assert.deepEqual(follow({ ...all, stepUp: ['chip'] }, { ...free, steppedUp: true }), { name: 'working' })
  })

  it('is one that exists: every screen that is due, and every way to prove more, has its own', () => {
    const signIn = { to: 'shop', claims: [], cancelUrl: 'https://shop.example/' }
    assert.deepEqual(dueScreen('afterWelcome', { ...state, signIn }), { name: 'feature', of: 'signIn' })
    assert.equal(dueScreen('afterWelcome', state), undefined)
    for (const name of ['signIn', 'choose', 'wallet', 'chip']) assert.ok(stepScreen(name), name)
    for (const way of ['chip', 'wallet']) assert.ok(featureSteps().find(({ screens }) => screens?.[way])?.stepUp, way)
  })
})

describe('a session that a reviewer asks for a picture of', () => {
  it('wants that part alone, though others never came', () => {
    const asked = { ...state, newPicture: { of: 'FRONT', reason: 'BLURRED' } } as const
    assert.deepEqual(partsOf(asked), ['FRONT'])
    assert.equal(nextPart({ ...asked, received: { document: ['FRONT'], face: false } }), undefined)
    assert.deepEqual(partsOf({ ...state, newPicture: { of: 'FACE', reason: 'BLURRED' } }), ['FACE'])
  })
})

describe('what the desktop says of the phone', () => {
  it('follows the session: starting, each part, checking; paused while the page there is out of sight', () => {
    const device = { id: 'phone', since: '2026-01-01T00:00:00Z' }
    const at = (more: Partial<EnrolmentState>) => {
      const { says, step } = doingOf({ ...state, isTwoSideDocument: true, device, ...more })
      return step ?? says
    }
    assert.equal(at({ asksConsent: true }), 'handoverFollow')
    assert.equal(at({}), 'frontTitle')
    assert.equal(at({ received: { document: ['FRONT'], face: false } }), 'backTitle')
    assert.equal(at({ received: { document: ['FRONT', 'BACK'], face: false } }), 'faceTitle')
    assert.equal(at({ received: { document: ['FRONT', 'BACK'], face: true } }), 'workingDecide')
    const done = { received: { document: ['FRONT' as const, 'BACK' as const], face: true } }
    assert.equal(at({ ...done, chip: { received: false, app: true } }), 'chipTitle')
    assert.equal(at({ device: { ...device, awaySince: device.since } }), 'handoverPaused')
  })
})

describe('the query of the hosted page (specification 4.2)', () => {
  it('has crossDevice and onlyMobile count in a frame alone', () => {
    assert.equal(options('crossDevice=false').crossDevice, true)
    assert.equal(options('iframe=true&crossDevice=false').crossDevice, false)
    assert.equal(options('onlyMobile=true').onlyMobile, false)
    assert.equal(options('iframe=true&onlyMobile=true').onlyMobile, true)
  })

  it('shows the code for the phone on a desktop, unless a frame skips it', () => {
    assert.equal(startsWithHandover(options(''), true), true)
    assert.equal(startsWithHandover(options(''), false), false)
    assert.equal(startsWithHandover(options('iframe=true&crossDevice=false'), true), false)
    assert.equal(startsWithHandover(options('handedOver=true'), true), false, 'who came by a code is not shown one')
  })
})
