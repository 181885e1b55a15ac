import type { Random } from '../random.ts'
import { type Box, markRegion, type Sheet } from './sheet.ts'

/** A pen stroke that is nobody's signature: loops of growing irregularity on a rising baseline. */
export function printSignature(sheet: Sheet, box: Box, random: Random): void {
  const { context } = sheet
  const loops = random.whole(6, 10)
  const step = box.width / (loops + 1)
  const base = box.y + box.height * 0.68
  context.save()
  context.strokeStyle = random.pick(['#1d2a57', '#15151c', '#23304a'])
  context.lineWidth = 0.32
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  let x = box.x + step * 0.3
  context.moveTo(x, base - box.height * 0.1)
  for (let loop = 0; loop < loops; loop++) {
    const tall = loop === 0 || random.next() < 0.28
    const rise = box.height * (tall ? random.between(0.5, 0.66) : random.between(0.14, 0.3))
    const fall = random.next() < 0.2 ? box.height * 0.24 : 0
    const width = step * random.between(0.8, 1.3)
    const slant = step * random.between(0.2, 0.6)
    context.bezierCurveTo(x + slant, base - rise, x + width * 0.5 + slant, base - rise, x + width * 0.5, base + fall)
    context.bezierCurveTo(
      x + width * 0.45,
      base + fall * 1.3,
      x + width * 0.8,
      base,
      x + width,
      base - box.height * 0.06,
    )
    x = Math.min(x + width, box.x + box.width * 0.92)
  }
  context.quadraticCurveTo(
    box.x + box.width,
    base - box.height * 0.3,
    box.x + box.width * 0.98,
    base - box.height * 0.1,
  )
  context.moveTo(box.x + box.width * 0.12, base + box.height * 0.26)
  context.quadraticCurveTo(
    box.x + box.width * 0.5,
    base + box.height * 0.1,
    box.x + box.width * 0.95,
    base + box.height * 0.18,
  )
  context.stroke()
  context.restore()
  markRegion(sheet, 'signature', box)
}
