import { type Box, type Sheet, writeText } from './sheet.ts'

/** The word SPECIMEN, which says that this is not a real document. */
export function printSpecimenMark(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  align: 'left' | 'right' = 'right',
): void {
  writeText(sheet, 'SPECIMEN', x, y, { size, weight: 700, color: '#b3261e', align, spacing: size * 0.12, alpha: 0.85 })
}

/** A sun over waves in a ring: an emblem that no state uses. */
export function printEmblem(sheet: Sheet, x: number, y: number, radius: number, color: string, alpha = 1): void {
  const { context } = sheet
  context.save()
  context.translate(x, y)
  context.globalAlpha = alpha
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = radius * 0.07
  context.beginPath()
  context.arc(0, 0, radius, 0, Math.PI * 2)
  context.moveTo(radius * 0.86, 0)
  context.arc(0, 0, radius * 0.86, 0, Math.PI * 2)
  context.stroke()
  context.beginPath()
  context.arc(0, -radius * 0.02, radius * 0.26, Math.PI, 0)
  context.fill()
  context.beginPath()
  for (let ray = 0; ray < 9; ray++) {
    const angle = Math.PI + (ray / 8) * Math.PI
    context.moveTo(radius * 0.36 * Math.cos(angle), radius * 0.36 * Math.sin(angle))
    context.lineTo(radius * 0.66 * Math.cos(angle), radius * 0.66 * Math.sin(angle))
  }
  for (let wave = 0; wave < 3; wave++) {
    const y0 = radius * (0.16 + wave * 0.18)
    const half = radius * (0.7 - wave * 0.13)
    context.moveTo(-half, y0)
    for (let part = 0; part < 4; part++) {
      const from = -half + (part * half) / 2
      context.quadraticCurveTo(from + half / 4, y0 + radius * (part % 2 ? 0.1 : -0.1), from + half / 2, y0)
    }
  }
  context.stroke()
  context.restore()
}

/** The ring of twelve stars with the state's sign in it, on blue. */
export function printStarRing(sheet: Sheet, box: Box, sign: string): void {
  const { context } = sheet
  context.save()
  context.fillStyle = '#1f3fa0'
  context.fillRect(box.x, box.y, box.width, box.height)
  context.fillStyle = '#ffd83a'
  const radius = Math.min(box.width, box.height) * 0.38
  for (let index = 0; index < 12; index++) {
    const angle = (index / 12) * Math.PI * 2
    star(
      sheet,
      box.x + box.width / 2 + radius * Math.sin(angle),
      box.y + box.height / 2 - radius * Math.cos(angle),
      radius * 0.17,
    )
  }
  context.restore()
  const size = sign.length > 2 ? radius * 0.72 : radius * 0.95
  writeText(sheet, sign, box.x + box.width / 2, box.y + box.height / 2 + size * 0.36, {
    size,
    weight: 700,
    align: 'center',
    color: '#ffffff',
  })
}

/** The distinguishing sign of a state outside the Union, in its oval. */
export function printSign(sheet: Sheet, box: Box, sign: string): void {
  const { context } = sheet
  context.save()
  context.fillStyle = '#ffffff'
  context.strokeStyle = '#22252e'
  context.lineWidth = 0.25
  context.beginPath()
  context.ellipse(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height * 0.42, 0, 0, Math.PI * 2)
  context.fill()
  context.stroke()
  context.restore()
  const size = box.height * 0.42
  const style = { size, weight: 700, align: 'center' } as const
  writeText(sheet, sign, box.x + box.width / 2, box.y + box.height / 2 + size * 0.36, style)
}

/** A contact plate as on smart cards. */
export function printChip(sheet: Sheet, x: number, y: number): void {
  const { context } = sheet
  const gold = context.createLinearGradient(x, y, x + 12, y + 10)
  gold.addColorStop(0, '#e6c777')
  gold.addColorStop(0.5, '#f6e6b0')
  gold.addColorStop(1, '#c9a24d')
  context.fillStyle = gold
  context.strokeStyle = '#8d6f2c'
  context.lineWidth = 0.15
  context.beginPath()
  context.roundRect(x, y, 12, 10, 1.6)
  context.fill()
  context.stroke()
  context.beginPath()
  for (const row of [3.3, 6.7]) {
    context.moveTo(x, y + row)
    context.lineTo(x + 4, y + row)
    context.moveTo(x + 8, y + row)
    context.lineTo(x + 12, y + row)
  }
  context.moveTo(x + 4, y)
  context.lineTo(x + 4, y + 10)
  context.moveTo(x + 8, y)
  context.lineTo(x + 8, y + 10)
  context.rect(x + 4, y + 3, 4, 4)
  context.stroke()
}

function star({ context }: Sheet, x: number, y: number, radius: number): void {
  context.beginPath()
  for (let point = 0; point < 10; point++) {
    const angle = (point / 10) * Math.PI * 2
    const r = point % 2 ? radius * 0.4 : radius
    context.lineTo(x + r * Math.sin(angle), y - r * Math.cos(angle))
  }
  context.fill()
}
