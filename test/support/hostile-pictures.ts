import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const HOSTILE = [
  'truncated',
  'flipped',
  'bomb',
  'one-pixel',
  'strip',
  'animated',
  'cmyk',
  'sixteen-bit',
  'other-format',
  'noise',
  'empty',
  'alpha',
] as const
export type HostileKind = (typeof HOSTILE)[number]

export interface HostilePicture {
  kind: HostileKind
  bytes: Uint8Array
}

/** Pictures that no camera made, the same for the same seed: kind after kind, each cut or filled another way. */
export async function* hostilePictures(count: number, source: Uint8Array, seed = 1): AsyncGenerator<HostilePicture> {
  const chance = randomFrom(seed)
  const forms = {
    jpeg: await sharp(source).resize(96).jpeg().toBuffer(),
    png: await sharp(source).resize(96).png().toBuffer(),
    webp: await sharp(source).resize(96).webp().toBuffer(),
  }
  for (let i = 0; i < count; i++) {
    const kind = HOSTILE[i % HOSTILE.length] as HostileKind
    yield { kind, bytes: await make[kind](forms, chance) }
  }
}

type Forms = Record<'jpeg' | 'png' | 'webp', Buffer>
type Chance = () => number

const pick = <T>(items: readonly T[], chance: Chance): T => items[Math.floor(chance() * items.length)] as T
const anyForm = (forms: Forms, chance: Chance) => pick(Object.values(forms), chance)

const make: Record<HostileKind, (forms: Forms, chance: Chance) => Promise<Uint8Array> | Uint8Array> = {
  truncated: (forms, chance) => {
    const whole = anyForm(forms, chance)
    return whole.subarray(0, Math.floor(whole.length * chance()))
  },
  flipped: (forms, chance) => {
    const bytes = Buffer.from(anyForm(forms, chance))
    for (let i = 0; i < 1 + chance() * 60; i++) bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256)
    return bytes
  },
  bomb: (_, chance) => pngClaiming(20_000 + Math.floor(chance() * 40_000), 20_000 + Math.floor(chance() * 40_000)),
  'one-pixel': () => blank(1, 1, '#fff'),
  strip: (_, chance) => (chance() < 0.5 ? blank(30_000, 10, '#ccc') : blank(10, 30_000, '#ccc')),
  animated: (_, chance) => framesOf(2 + Math.floor(chance() * 6)),
  cmyk: (forms) => sharp(forms.jpeg).resize(80).toColourspace('cmyk').jpeg().toBuffer(),
  'sixteen-bit': (forms) => sharp(forms.jpeg).resize(80).toColourspace('rgb16').png().toBuffer(),
  'other-format': (forms, chance) => otherFormat(forms, chance),
  noise: (_, chance) => noise(16 + Math.floor(chance() * 100), 16 + Math.floor(chance() * 100), chance),
  empty: () => new Uint8Array(),
  alpha: (forms, chance) => sharp(forms.jpeg).resize(80).ensureAlpha(chance()).png().toBuffer(),
}

const blank = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

function noise(width: number, height: number, chance: Chance): Promise<Buffer> {
  const data = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(chance() * 256)))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

function framesOf(count: number): Promise<Buffer> {
  const height = 40
  return sharp({ create: { width: 60, height: height * count, channels: 3, background: '#3a6' } })
    .composite([
      { input: Buffer.from('<svg width="30" height="30"><rect width="30" height="30"/></svg>'), top: 0, left: 0 },
    ])
    .webp({ loop: 0, delay: 50 })
    .toBuffer()
    .then((bytes) => sharp(bytes).gif().toBuffer())
}

/** Named as a picture, something else inside. */
function otherFormat(forms: Forms, chance: Chance): Promise<Uint8Array> | Uint8Array {
  return pick<() => Promise<Uint8Array> | Uint8Array>(
    [
      () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="9" height="9"/></svg>',
        ),
      () => Buffer.from('PK\u0003\u0004 not a picture'),
      () => Buffer.from(`<html>${'x'.repeat(500)}</html>`),
      () => sharp(forms.jpeg).resize(100).gif().toBuffer(),
      () => sharp(forms.jpeg).resize(100).tiff().toBuffer(),
      () => Buffer.concat([forms.png.subarray(0, 8), forms.jpeg]),
    ],
    chance,
  )()
}

/** A PNG whose header promises more pixels than a machine has memory. */
const pngClaiming = (width: number, height: number): Uint8Array => png(width, height, 2, Buffer.alloc(20))

/** A whole PNG of one bit a pixel, all of it black: 49 million pixels in a row or in a column take 50 kB. */
export const thinPng = (width: number, height: number): Buffer =>
  png(width, height, 0, deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height)), 1)

function png(width: number, height: number, colour: number, pixels: Buffer, bits = 8): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(4)
    frame.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([frame, body, sum])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** mulberry32. */
function randomFrom(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
