import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DEFAULT_FACE_RULES, type FaceMeasurements, faceRefusal, readFaceRules } from '../../src/domain/face-rules.ts'

const good: FaceMeasurements = {
  picture: { width: 720, height: 960 },
  face: { x: 210, y: 300, width: 300, height: 300 },
  outline: { x: 250, y: 380, width: 220, height: 220 },
  frame: { x: 215, y: 305, width: 295, height: 295 },
  features: 'found',
  otherSides: [],
  pose: { yaw: 3, pitch: -4, roll: 2 },
  covered: false,
}
const refusalOf = (change: Partial<FaceMeasurements>) => faceRefusal({ ...good, ...change }, DEFAULT_FACE_RULES)

describe('a selfie', () => {
  it('will do when one uncovered face looks into the camera from the middle', () => {
    assert.equal(refusalOf({}), undefined)
  })

  const faults: [string, string, Partial<FaceMeasurements>][] = [
    ['TOO_MANY_FACES', 'with a second face as large', { otherSides: [290] }],
    ['FACE_IS_OCCLUDED', 'with something over the face', { covered: true }],
    ['FACE_TOO_SMALL', 'taken from far away', { face: { x: 300, y: 400, width: 70, height: 70 } }],
    [
      'FACE_TOO_SMALL',
      'of few pixels',
      {
        picture: { width: 100, height: 100 },
        face: { x: 30, y: 30, width: 40, height: 40 },
        outline: { x: 32, y: 35, width: 30, height: 30 },
      },
    ],
    [
      'FACE_CROPPED',
      'whose chin is outside',
      { outline: { x: 250, y: 760, width: 220, height: 220 }, face: { x: 210, y: 660, width: 300, height: 300 } },
    ],
    [
      'FACE_TOO_CLOSE',
      'that the face fills',
      { face: { x: 5, y: 100, width: 705, height: 705 }, outline: { x: 90, y: 280, width: 520, height: 520 } },
    ],
    [
      'FACE_CLOSE_TO_BORDER',
      'with the face at the edge',
      { face: { x: -4, y: 300, width: 300, height: 300 }, outline: { x: 36, y: 380, width: 220, height: 220 } },
    ],
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

  it('whose features are found nowhere is covered; found once the picture is turned, it lies on its side', () => {
    assert.equal(refusalOf({ features: 'covered' }), 'FACE_IS_OCCLUDED')
    assert.equal(refusalOf({ features: 'turned' }), 'FACE_ANGLE_TOO_LARGE')
  })

  it('whose features are not found because the edge cuts it is cropped', () => {
    const outline = { x: 250, y: 860, width: 220, height: 220 }
    const frame = { x: 215, y: 785, width: 295, height: 295 }
    assert.equal(refusalOf({ features: 'covered', outline, frame }), 'FACE_CROPPED')
  })

  it('names what to mend first: one person, uncovered, then the framing, then the angle', () => {
    const everything: Partial<FaceMeasurements> = {
      otherSides: [200],
      covered: true,
      face: { x: -8, y: 300, width: 60, height: 60 },
      outline: { x: -3, y: 310, width: 40, height: 40 },
      pose: { yaw: 80, pitch: 0, roll: 0 },
    }
    assert.equal(refusalOf(everything), 'TOO_MANY_FACES')
    assert.equal(refusalOf({ ...everything, otherSides: [] }), 'FACE_IS_OCCLUDED')
    assert.equal(refusalOf({ ...everything, otherSides: [], covered: false }), 'FACE_CROPPED')
    assert.equal(
      refusalOf({ outline: { x: -15, y: 310, width: 40, height: 40 }, pose: { yaw: 80, pitch: 0, roll: 0 } }),
      'FACE_CROPPED',
    )
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
