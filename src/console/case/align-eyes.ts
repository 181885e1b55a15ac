import type { EyePoints } from '../../contract/console/place.ts'

export interface Size {
  width: number
  height: number
}

/** The window that both faces are shown in, and where their eyes come to lie in it. */
export const WINDOW = { width: 100, height: 120 }
const LEFT = { x: 35, y: 52 }
const RIGHT = { x: 65, y: 52 }

/**
 * Turns, scales and moves a picture so that its eyes lie where those of every other picture do: as the six numbers of an
 * SVG matrix. Without eyes the whole picture is shown.
 */
export function alignEyes({ width, height }: Size, eyes: EyePoints | undefined): number[] {
  if (!eyes) return fit({ width, height })
  const a = { x: eyes.left.x * width, y: eyes.left.y * height }
  const across = { x: eyes.right.x * width - a.x, y: eyes.right.y * height - a.y }
  const apart = across.x ** 2 + across.y ** 2
  if (apart === 0) return fit({ width, height })
  const wanted = RIGHT.x - LEFT.x
  // The quotient of the two distances as complex numbers; the wanted one is level.
  const [cos, sin] = [(wanted * across.x) / apart, (-wanted * across.y) / apart]
  return [cos, sin, -sin, cos, LEFT.x - (cos * a.x - sin * a.y), LEFT.y - (sin * a.x + cos * a.y)]
}

function fit({ width, height }: Size): number[] {
  const scale = Math.min(WINDOW.width / width, WINDOW.height / height)
  return [scale, 0, 0, scale, (WINDOW.width - scale * width) / 2, (WINDOW.height - scale * height) / 2]
}
