import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DEFAULT_FACE_RULES,
  type FaceMeasurements,
  faceRefusal,
  readFaceRules,
} from '../../../src/vision/face/face-rules.ts'

const good: FaceMeasurements = {
  picture: { width: 720, height: 960 },
  face: { x: 210, y: 300, width: 300, height: 300 },
  outline: { x: 250, y: 380, width: 220, height: 220 },
  frame: { x: 210, y: 300, width: 300, height: 300 },
  features: 'found',
  otherSides: [],
  pose: { yaw: 3, pitch: -4, roll: 2 },
  covered: 'no',
}
/** The same face in another place, measured as the engine does. */
const at = (x: number, y: number): Partial<FaceMeasurements> => ({
  face: { x: x - 40, y: y - 80, width: 300, height: 300 },
  outline: { x, y, width: 220, height: 220 },
  frame: { x: x - 40, y: y - 80, width: 300, height: 300 },
})
const refusalOf = (change: Partial<FaceMeasurements>) => faceRefusal({ ...good, ...change }, DEFAULT_FACE_RULES)

describe('a selfie', () => {
  it('will do when one uncovered face looks into the camera from the middle', () => {
    assert.equal(refusalOf({}), undefined)
  })

  const faults: [string, string, Partial<FaceMeasurements>][] = [
    ['TOO_MANY_FACES', 'with a second face as large', { otherSides: [290] }],
    ['FACE_IS_OCCLUDED', 'with something over the face', { covered: 'likely' }],
    ['FACE_TOO_SMALL', 'taken from far away', { frame: { x: 300, y: 400, width: 70, height: 70 } }],
    [
      'FACE_TOO_SMALL',
      'of few pixels',
      {
        picture: { width: 100, height: 100 },
        face: { x: 30, y: 30, width: 40, height: 40 },
        outline: { x: 35, y: 40, width: 29, height: 29 },
        frame: { x: 30, y: 30, width: 40, height: 40 },
      },
    ],
    ['FACE_CROPPED', 'whose chin is outside', at(250, 760)],
    ['FACE_CROPPED', 'whose cheek is outside', at(-20, 380)],
    ['FACE_CROPPED', 'whose eyes are outside', at(250, -40)],
    [
      'FACE_TOO_CLOSE',
      'that the face fills',
      {
        face: { x: 5, y: 100, width: 705, height: 705 },
        outline: { x: 90, y: 280, width: 520, height: 520 },
        frame: { x: 6, y: 100, width: 708, height: 708 },
      },
    ],
    [
      'FACE_TOO_CLOSE',
      'that cuts both cheeks',
      {
        face: { x: -80, y: 100, width: 880, height: 880 },
        outline: { x: -20, y: 280, width: 760, height: 640 },
        frame: { x: -160, y: 30, width: 1030, height: 1030 },
      },
    ],
    ['FACE_CLOSE_TO_BORDER', 'with the jaw at the left edge', at(6, 380)],
    ['FACE_CLOSE_TO_BORDER', 'with the jaw at the right edge', at(494, 380)],
    ['FACE_CLOSE_TO_BORDER', 'with half of the forehead outside', at(250, 40)],
    ['FACE_CLOSE_TO_BORDER', 'with the chin at the lower edge', at(250, 734)],
    ['FACE_ANGLE_TOO_LARGE', 'looking aside', { pose: { yaw: -52, pitch: 0, roll: 0 } }],
    ['FACE_ANGLE_TOO_LARGE', 'looking at the ceiling', { pose: { yaw: 0, pitch: 31, roll: 0 } }],
    ['FACE_ANGLE_TOO_LARGE', 'leaning on a shoulder', { pose: { yaw: 0, pitch: 0, roll: 44 } }],
  ]
  for (const [code, what, change] of faults) {
    it(`${what} is refused as ${code}`, () => assert.equal(refusalOf(change), code))
  }

  it('takes a small face behind for a bystander or a poster', () => {
    assert.equal(refusalOf({ otherSides: [120, 60] }), undefined)
  })

  it('says nothing of a covering that no model judged', () => {
    const unjudged = { ...good }
    delete unjudged.covered
    assert.equal(faceRefusal(unjudged, DEFAULT_FACE_RULES), undefined)
  })

  it('may have the detector reach over the edge where the face itself does not', () => {
    assert.equal(refusalOf({ ...at(30, 380), face: { x: -30, y: 300, width: 330, height: 330 } }), undefined)
  })

  it('found only once the picture is turned lies on its side, whatever seems to cover it', () => {
    assert.equal(refusalOf({ features: 'turned', covered: 'surely' }), 'FACE_ANGLE_TOO_LARGE')
  })

  it('whose points find no hold will do as long as nothing covers it', () => {
    assert.equal(refusalOf({ features: 'lost' }), undefined)
  })

  it('that hides an eye by being turned is asked to look into the camera, not to uncover itself', () => {
    assert.equal(refusalOf({ covered: 'likely', pose: { yaw: 48, pitch: 0, roll: 0 } }), 'FACE_ANGLE_TOO_LARGE')
    assert.equal(refusalOf({ covered: 'likely', pose: { yaw: -33, pitch: 0, roll: 0 } }), 'FACE_ANGLE_TOO_LARGE')
    assert.equal(refusalOf({ covered: 'likely', pose: { yaw: 0, pitch: 28, roll: 0 } }), 'FACE_ANGLE_TOO_LARGE')
    assert.equal(refusalOf({ pose: { yaw: -33, pitch: 0, roll: 0 } }), undefined)
  })

  it('under a mask is covered, even where the mask makes it look turned', () => {
    assert.equal(refusalOf({ covered: 'surely', pose: { yaw: 60, pitch: 0, roll: 0 } }), 'FACE_IS_OCCLUDED')
    assert.equal(
      refusalOf({ covered: 'surely', features: 'lost', pose: { yaw: 0, pitch: 0, roll: 40 } }),
      'FACE_IS_OCCLUDED',
    )
    assert.equal(refusalOf({ covered: 'surely', pose: { yaw: 0, pitch: 0, roll: 40 } }), 'FACE_ANGLE_TOO_LARGE')
  })

  it('under a mask is not cropped because its guessed points lie outside, only when its square does', () => {
    const guessed = { x: 250, y: -30, width: 220, height: 220 }
    assert.equal(refusalOf({ covered: 'surely', features: 'lost', outline: guessed }), 'FACE_IS_OCCLUDED')
    assert.equal(refusalOf({ ...at(250, 840), covered: 'surely' }), 'FACE_CROPPED')
  })

  it('names what to mend first: one person, uncovered, then the framing, then the angle', () => {
    const everything: Partial<FaceMeasurements> = {
      otherSides: [200],
      covered: 'surely',
      face: { x: -4, y: 300, width: 60, height: 60 },
      outline: { x: 2, y: 315, width: 44, height: 44 },
      frame: { x: -6, y: 299, width: 60, height: 60 },
      pose: { yaw: 80, pitch: 0, roll: 0 },
    }
    const order: [string, Partial<FaceMeasurements>][] = [
      ['TOO_MANY_FACES', {}],
      ['FACE_IS_OCCLUDED', { otherSides: [] }],
      ['FACE_TOO_SMALL', { covered: 'no' }],
      ['FACE_CLOSE_TO_BORDER', { frame: { x: -26, y: 289, width: 100, height: 100 } }],
      ['FACE_ANGLE_TOO_LARGE', { outline: { x: 202, y: 315, width: 44, height: 44 } }],
      ['none', { pose: { yaw: 0, pitch: 0, roll: 0 } }],
    ]
    let seen = everything
    for (const [code, mended] of order) {
      seen = { ...seen, ...mended }
      assert.equal(refusalOf(seen) ?? 'none', code)
    }
  })
})

describe('the limits of a selfie', () => {
  it('can be set one by one', () => {
    assert.deepEqual(readFaceRules('maxYaw=20, minPixels=100'), { ...DEFAULT_FACE_RULES, maxYaw: 20, minPixels: 100 })
    assert.deepEqual(readFaceRules(''), DEFAULT_FACE_RULES)
  })

  it('are refused when a name or a number is unknown', () => {
    for (const text of ['maxYow=20', 'maxYaw=', 'maxYaw=wide', 'maxYaw', 'toString=1']) {
      assert.throws(() => readFaceRules(text), Error, text)
    }
  })
})
