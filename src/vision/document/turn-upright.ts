import { inputOf } from '../nets/net-list.ts'
import { type Nets, showPicture } from '../nets/runtime.ts'
import { boundsOf, crop } from '../picture/box.ts'
import { type Picture, type Point, rotate90 } from '../picture/picture.ts'
import { mapQuad, type Quad, sizeOfQuad } from '../picture/quad.ts'
import { resize } from '../picture/resize.ts'
import { type Sheet, sheetOf } from '../picture/sheet.ts'
import { warpQuad } from '../picture/warp.ts'
import type { ReadContext } from '../read-engine.ts'
import { findText, type TextBox } from '../text/find-text.ts'
import type { Outline } from './outline/find-outline.ts'

interface UprightDocument {
  /** The document, straight and the right way up. */
  document: Sheet
  /** Where there is text on the document. */
  boxes: TextBox[]
  /** Quarter turns clockwise that brought it upright. */
  turns: Turns
}

/** The size of the text finder's input: at 640, half as many lines again run together; 896 costs half as much again. */
const TEXT_SIDE = 768

/** Turns the document so that its lines of text are upright. */
export async function turnUpright(
  { nets, time }: ReadContext,
  photo: Picture,
  { document, quad, turns }: Outline,
): Promise<UprightDocument> {
  const boxes = await time('find-text', () => findText(nets, document, TEXT_SIDE))
  const quarters = await time('orient', () => findTurns(nets, document, boxes, turns))
  const upright = await time('orient', () => rotate90(document, quarters))
  return {
    document: sheetOf(upright, photo, quad, quarters),
    boxes: turnBoxes(boxes, document, quarters),
    turns: quarters,
  }
}

/** The same document, turned further. */
export function turnAgain(
  upright: UprightDocument,
  photo: Picture,
  { quad }: Pick<Outline, 'quad'>,
  further: Turns,
): UprightDocument {
  if (further === 0) return upright
  const turns = ((upright.turns + further) % 4) as Turns
  return {
    document: sheetOf(rotate90(upright.document, further), photo, quad, turns),
    boxes: turnBoxes(upright.boxes, upright.document, further),
    turns,
  }
}

export type Turns = 0 | 1 | 2 | 3

/** How many lines are used, longest first. */
const VOTERS = 5
/** A line below this confidence does not count: signatures, emblems, patterns. */
const MIN_CERTAINTY = 0.8

/** The corner net counts as much as this many lines: it is right on 38 of 39 documents, a line in nine cases of ten. */
const NET_VOTES = 2

/** Quarter turns clockwise that bring the text upright; `likely` is the corner net's probability for each number. */
export async function findTurns(
  nets: Nets,
  picture: Picture,
  boxes: readonly TextBox[],
  likely: readonly number[] = [0.25, 0.25, 0.25, 0.25],
): Promise<Turns> {
  const standing = boxes.filter(({ quad }) => isStanding(quad))
  const lying = boxes.filter(({ quad }) => !isStanding(quad))
  const sideways = lengthOf(standing) > 2 * lengthOf(lying)
  const lines = (sideways ? standing : lying).toSorted((a, b) => spanOf(b.quad) - spanOf(a.quad)).slice(0, VOTERS)
  const [upright, inverted180] = sideways ? [likely[3], likely[1]] : [likely[0], likely[2]]
  let votes = NET_VOTES * ((upright ?? 0) - (inverted180 ?? 0))
  for (const [asked, { quad }] of lines.entries()) {
    // The remaining lines can no longer change the outcome.
    if (Math.abs(votes) > lines.length - asked) break
    votes += await vote(nets, cutStrip(picture, quad, sideways))
  }
  const inverted = votes < 0
  if (sideways) return inverted ? 1 : 3
  return inverted ? 2 : 0
}

/** The same boxes in the picture after it was turned. */
function turnBoxes(boxes: readonly TextBox[], { width, height }: Picture, turns: Turns): TextBox[] {
  const move = ({ x, y }: Point): Point =>
    turns === 1
      ? { x: height - 1 - y, y: x }
      : turns === 2
        ? { x: width - 1 - x, y: height - 1 - y }
        : turns === 3
          ? { x: y, y: width - 1 - x }
          : { x, y }
  return boxes
    .map(({ quad, score }) => {
      const corners = mapQuad(quad, move)
      return { score, quad: corners.map((_, i) => corners[(i + 4 - turns) % 4]) as unknown as Quad }
    })
    .sort((p, q) => p.quad[0].y - q.quad[0].y)
}

const isStanding = (quad: Quad) => {
  const { width, height } = boundsOf(quad)
  return height > 1.5 * width
}
const spanOf = (quad: Quad) => Math.max(boundsOf(quad).width, boundsOf(quad).height)
const lengthOf = (boxes: readonly TextBox[]) => boxes.reduce((sum, { quad }) => sum + spanOf(quad), 0)

function cutStrip(picture: Picture, quad: Quad, sideways: boolean): Picture {
  if (sideways) return rotate90(crop(picture, boundsOf(quad)), 3)
  const { width, height } = sizeOfQuad(quad)
  return warpQuad(picture, quad, { width: Math.max(8, Math.round(width)), height: Math.max(8, Math.round(height)) })
}

/** 1 upright, −1 upside down, 0 undecided. */
async function vote(nets: Nets, line: Picture): Promise<number> {
  const net = await nets.get('text-direction')
  const input = inputOf(net.entry)
  const width = Math.min(input.width, Math.max(8, Math.round((line.width / line.height) * input.height)))
  const scaled = resize(line, { width, height: input.height })
  const canvas = crop(scaled, { x: 0, y: 0, width: input.width, height: input.height }, 127)
  const outputs = await showPicture(net, canvas)
  const [upright = 0, inverted = 0] = Object.values(outputs)[0]?.data ?? []
  if (Math.max(upright, inverted) < MIN_CERTAINTY) return 0
  return upright > inverted ? 1 : -1
}
