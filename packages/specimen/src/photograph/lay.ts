import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import type { Random } from '../random.ts'
import { inside } from './light.ts'

/** The picture with the rounded corners of a card; this is close enough for a page. */
export async function cutOut(picture: Uint8Array): Promise<Canvas> {
  const image = await loadImage(Buffer.from(picture))
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.beginPath()
  context.roundRect(0, 0, image.width, image.height, image.width * 0.03)
  context.clip()
  context.drawImage(image, 0, 0)
  return canvas
}

/**
 * The thin shadow of something with a thickness, which is visible even on white paper. Drawn slightly smaller than the
 * document, so that only the shadow is visible next to it.
 */
export function castShadow(canvas: Canvas, quad: Quad, source: Random): void {
  const context = canvas.getContext('2d')
  const centre = inside(quad, 0.5, 0.5)
  context.save()
  context.shadowColor = 'rgba(0,0,0,0.55)'
  context.shadowBlur = canvas.width * source.between(0.006, 0.02)
  context.shadowOffsetX = canvas.width * source.between(-0.006, 0.006)
  context.shadowOffsetY = canvas.width * source.between(0, 0.008)
  context.fillStyle = '#444'
  context.beginPath()
  for (const { x, y } of quad) context.lineTo(centre.x + (x - centre.x) * 0.97, centre.y + (y - centre.y) * 0.97)
  context.closePath()
  context.fill()
  context.restore()
}
