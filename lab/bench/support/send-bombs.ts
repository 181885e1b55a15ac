import sharp from 'sharp'
import { certify, makeAuthority } from '../../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1, writeDg2 } from '../../../packages/specimen/src/chip/write-groups.ts'
import { jpeg2000Bomb, progressiveBomb } from './picture-bombs.ts'

/** Eight chips at once, whose issuer nobody knows. */
const CHIPS = 8
const PORTRAIT = { width: 3_000, height: 4_000 }

interface Sent {
  /** The slowest answer, and how many there were of each. */
  slowestMs: number
  answers: Record<string, number>
}

/** One session sends pictures that are slow to decode, one kind after the other and chips in parallel, until stopped. */
export async function sendBombs(address: string, authorization: string): Promise<{ stop(): Promise<Sent> }> {
  const post = async (path: string, headers: Record<string, string>, body?: Buffer | string) => {
    const response = await fetch(`${address}/api/v1/enrolment/${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.99', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
  }
  const { answer } = await post('initialize', { authorization })
  const bearer = { authorization: `Bearer ${answer.accessToken}` }

  const plain = sharp({ create: { ...PORTRAIT, channels: 3, background: '#978' } })
  const chips = [
    chipWith(await plain.clone().jpeg({ progressive: true }).toBuffer()),
    chipWith(jpeg2000Bomb(PORTRAIT)),
    chipWith(jpeg2000Bomb({ width: 2_000, height: 2_000, components: 100 })),
    chipWith(progressiveBomb({ ...PORTRAIT, scans: 2_000 })),
  ]
  const pictures = [
    progressiveBomb({ width: 8_000, height: 6_000, scans: 2_646 }),
    progressiveBomb({ width: 8_000, height: 6_000, scans: 15 }),
    await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#978' } })
      .withIccProfile('p3')
      .jpeg({ progressive: true })
      .toBuffer(),
  ]

  const sent: Sent = { slowestMs: 0, answers: {} }
  let isOver = false
  const forever = async (deed: string, bodies: readonly (Buffer | string)[], path: string, type: string) => {
    for (let turn = 0; !isOver; turn++) {
      const body = bodies[turn % bodies.length] as Buffer | string
      const start = performance.now()
      const { status, answer: said } = await post(path, { ...bearer, 'content-type': type }, body)
      sent.slowestMs = Math.max(sent.slowestMs, Math.round(performance.now() - start))
      const key = `${deed}: ${status}${said.error ? ` ${said.error}` : ''}`
      sent.answers[key] = (sent.answers[key] ?? 0) + 1
    }
  }
  const all = [
    forever('picture', pictures, 'document', 'image/jpeg'),
    ...Array.from({ length: CHIPS }, (_, at) =>
      forever('chip', [...chips.slice(at % chips.length), ...chips], 'chip', 'application/json'),
    ),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(all)
      return sent
    },
  }
}

function chipWith(portrait: Buffer): string {
  const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
  const issuer = makeAuthority('CSCA', { way, country: 'AD' })
  const groups = new Map([
    [1, writeDg1(['P<ANDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36AND7408122F3204153ZE184226B<<<<<12'])],
    [2, writeDg2(portrait)],
  ])
  const { sod } = makeChip(groups, certify('Signer', { way, by: issuer, country: 'AD' }), {
    issuer,
    signedAt: '2024-05-01',
  })
  const base64 = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64')
  return JSON.stringify({ sod: base64(sod), dataGroups: { 1: base64(groups.get(1)), 2: base64(groups.get(2)) } })
}
