import sharp from 'sharp'
import { type FacePoints, middleOf } from '../../../../src/vision/face/find-points.ts'
import { type Box, boundsOf, clipBox, crop, scaleBox } from '../../../../src/vision/picture/box.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import { type Picture, type Point, rotate90 } from '../../../../src/vision/picture/picture.ts'
import { resize } from '../../../../src/vision/picture/resize.ts'
import type { FaceRefusal } from '../../../../src/vision/refusals.ts'
import type { GoodSelfie } from './good-selfie.ts'

interface Fault {
  /** Absent: the picture has no fault, it is only cropped. */
  refusal?: FaceRefusal
  make(base: GoodSelfie, neighbour: GoodSelfie): Picture | Promise<Picture>
}

/** Faults placed by the 68 points of the uncropped face: jaw, chin, brows, mouth and eyes. */
export const FAULTS: Record<string, Fault> = {
  'face painted over': {
    refusal: 'FACE_NOT_FOUND',
    make: ({ picture, face }) => paintOver(picture, clipBox(scaleBox(face, 1.6), picture)),
  },
  'a second person next to': { refusal: 'TOO_MANY_FACES', make: (base, neighbour) => sideBySide(base, neighbour) },
  'face a tenth of the frame': { refusal: 'FACE_TOO_SMALL', make: (base) => farAway(base, 0.1) },
  'face fills the frame': {
    refusal: 'FACE_TOO_CLOSE',
    make: cut(({ left, right, top, bottom, width, height }) => ({
      left: left - 0.1 * width,
      right: right + 0.1 * width,
      top: top - 0.36 * height,
      bottom: bottom + 0.1 * height,
    })),
  },
  'jaw at the left edge': {
    refusal: 'FACE_CLOSE_TO_BORDER',
    make: cut(({ left, width }) => ({ left: left - 0.02 * width })),
  },
  'jaw at the right edge': {
    refusal: 'FACE_CLOSE_TO_BORDER',
    make: cut(({ right, width }) => ({ right: right + 0.02 * width })),
  },
  'half of the forehead left': {
    refusal: 'FACE_CLOSE_TO_BORDER',
    make: cut(({ top, height }) => ({ top: top - 0.15 * height })),
  },
  'chin at the lower edge': {
    refusal: 'FACE_CLOSE_TO_BORDER',
    make: cut(({ bottom, height }) => ({ bottom: bottom + 0.02 * height })),
  },
  'left third cut off': { refusal: 'FACE_CROPPED', make: cut(({ left, width }) => ({ left: left + width / 3 })) },
  'right third cut off': { refusal: 'FACE_CROPPED', make: cut(({ right, width }) => ({ right: right - width / 3 })) },
  'mouth and chin cut off': {
    refusal: 'FACE_CROPPED',
    make: cut((_, points) => ({ bottom: (middleOf(points, 31, 35).y + middleOf(points, 50, 52).y) / 2 })),
  },
  'eyes cut off': { refusal: 'FACE_CROPPED', make: cut((_, points) => ({ top: lowest(points, 36, 47) })) },
  'on its side': { refusal: 'FACE_ANGLE_TOO_LARGE', make: ({ picture }) => rotate90(picture, 1) },
  'on its other side': { refusal: 'FACE_ANGLE_TOO_LARGE', make: ({ picture }) => rotate90(picture, 3) },
  'upside down': { refusal: 'FACE_ANGLE_TOO_LARGE', make: ({ picture }) => rotate90(picture, 2) },
  'leaning by 45°': { refusal: 'FACE_ANGLE_TOO_LARGE', make: (base) => turned(base, 45) },
  'leaning by −45°': { refusal: 'FACE_ANGLE_TOO_LARGE', make: (base) => turned(base, -45) },
  'sunglasses drawn on': { refusal: 'FACE_IS_OCCLUDED', make: sunglasses },
  'scarf drawn over mouth and nose': { refusal: 'FACE_IS_OCCLUDED', make: scarf },
  'a quarter of its width left at the left': { make: cut(({ left, width }) => ({ left: left - 0.25 * width })) },
  'a quarter of its width left at the right': { make: cut(({ right, width }) => ({ right: right + 0.25 * width })) },
  'the whole forehead left': { make: cut(({ top, height }) => ({ top: top - 0.5 * height })) },
  'a little left below the chin': { make: cut(({ bottom, height }) => ({ bottom: bottom + 0.15 * height })) },
}

interface Outline {
  left: number
  right: number
  top: number
  bottom: number
  width: number
  height: number
}

type Edges = Partial<Pick<Outline, 'left' | 'right' | 'top' | 'bottom'>>

/** Moves some edges of the picture; the others stay. */
function cut(edges: (outline: Outline, points: FacePoints) => Edges): Fault['make'] {
  return ({ picture, points }) => {
    const { x, y, width, height } = boundsOf(points)
    const outline = { left: x, right: x + width, top: y, bottom: y + height, width, height }
    const { left = 0, top = 0, right = picture.width, bottom = picture.height } = edges(outline, points)
    const [from, to] = [
      { x: Math.round(left), y: Math.round(top) },
      { x: Math.round(right), y: Math.round(bottom) },
    ]
    return crop(picture, clipBox({ ...from, width: to.x - from.x, height: to.y - from.y }, picture))
  }
}

const lowest = (points: FacePoints, from: number, to: number) =>
  Math.max(...points.slice(from, to + 1).map(({ y }) => y))

function paintOver(picture: Picture, box: Box): Picture {
  const corner = crop(picture, { ...box, width: 1, height: 1 }).data
  const colour = [corner[0] as number, corner[1] as number, corner[2] as number]
  return paint(picture, box, colour, () => true)
}

/** Two dark lenses, each nearly twice as wide as the eye, and the bridge between them. */
function sunglasses({ picture, points }: GoodSelfie): Picture {
  const eyes = [boundsOf(points.slice(36, 42)), boundsOf(points.slice(42, 48))]
  const glasses = eyes.map(({ x, y, width, height }) => ({
    centre: { x: x + width / 2, y: y + height / 2 + 0.1 * width },
    across: 0.9 * width,
    down: 0.65 * width,
  }))
  const [left, right] = glasses.map(({ centre }) => centre) as [Point, Point]
  const inside = (x: number, y: number) =>
    glasses.some(({ centre, across, down }) => ((x - centre.x) / across) ** 2 + ((y - centre.y) / down) ** 2 <= 1) ||
    (x > left.x && x < right.x && Math.abs(y - (left.y + right.y) / 2) < (glasses[0]?.down ?? 0) / 4)
  return paint(picture, scaleBox(boundsOf(points), 1.4), [24, 24, 28], inside)
}

/** From the middle of the nose down over the jaw. */
function scarf({ picture, points }: GoodSelfie): Picture {
  const { x, width } = boundsOf(points)
  const top = middleOf(points, 29, 29).y
  const inside = (px: number, py: number) => py > top && px > x - 0.02 * width && px < x + 1.02 * width
  return paint(picture, scaleBox(boundsOf(points), 1.2), [92, 104, 128], inside)
}

function paint(picture: Picture, box: Box, colour: number[], inside: (x: number, y: number) => boolean): Picture {
  const data = Uint8Array.from(picture.data)
  const { x: left, y: top, width, height } = clipBox(box, picture)
  for (let y = Math.floor(top); y < top + height; y++) {
    for (let x = Math.floor(left); x < left + width; x++) {
      if (inside(x, y)) data.set(colour, (y * picture.width + x) * 3)
    }
  }
  return { ...picture, data }
}

/** Two heads with shoulders, of the same size, in one picture. */
function sideBySide(...bases: GoodSelfie[]): Picture {
  const side = 400
  const canvas = { width: 2 * side, height: side, data: new Uint8Array(2 * side * side * 3) }
  for (const [i, { picture, face }] of bases.entries()) {
    const head = resize(crop(picture, scaleBox(face, 1.8)), { width: side, height: side })
    for (let y = 0; y < side; y++) {
      canvas.data.set(head.data.subarray(y * side * 3, (y + 1) * side * 3), (y * 2 * side + i * side) * 3)
    }
  }
  return canvas
}

/** The head and its surroundings on a plain wall, filling a fraction of the frame's shorter side. */
function farAway({ picture, face }: GoodSelfie, share: number): Picture {
  const side = 1000
  const scale = (share * side) / face.width
  const small = resize(picture, {
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  })
  return crop(small, { x: (small.width - side) / 2, y: (small.height - side) / 2, width: side, height: side }, 140)
}

/** Rotated until the line between the eyes is tilted by this many degrees. */
async function turned({ picture, points }: GoodSelfie, degrees: number): Promise<Picture> {
  const [left, right] = [middleOf(points, 36, 41), middleOf(points, 42, 47)]
  const already = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI
  return decode(
    await sharp(await toJpeg(picture))
      .rotate(degrees - already, { background: '#8a8f94' })
      .jpeg()
      .toBuffer(),
  )
}
