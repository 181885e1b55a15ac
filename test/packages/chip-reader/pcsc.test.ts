import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChipReadError, readChip } from '../../../packages/chip-reader/src/index.ts'
import { connectCard } from '../../../packages/chip-reader/src/pcsc.ts'
import { encodeObject } from '../../../packages/chip-reader/src/tlv.ts'
import { softwareChip } from '../../../packages/specimen/src/chip/software-chip.ts'
import { played } from '../../apps/cli/command-line.ts'

const DRIVER = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so'
const missing =
  process.getuid?.() !== 0
    ? 'pcscd is only started by root'
    : !existsSync(DRIVER)
      ? 'no virtual reader here: Debian has it as vsmartcard-vpcd, with pcscd'
      : existsSync('/run/pcscd/pcscd.comm')
        ? 'another pcscd runs here'
        : spawnSync('pcscd', ['--version']).status !== 0 && 'no pcscd here'

describe('a reader at a counter, through a real pcscd', { skip: missing || false }, () => {
  const KEY = { documentNumber: 'SPEC12345', birthDate: '900203', expiryDate: '310405' }
  const files = new Map([
    [0x011e, encodeObject(0x60, encodeObject(0x5c, Uint8Array.of(0x61, 0x75)))],
    [0x011d, encodeObject(0x77, new Uint8Array(randomBytes(700)))],
    [0x0101, encodeObject(0x61, new Uint8Array(randomBytes(93)))],
    [0x0102, encodeObject(0x75, new Uint8Array(randomBytes(3_000)))],
  ])
  let daemon: ChildProcess
  let card: Socket | undefined
  let folder: string
  let socketPath: string
  let port: number

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-pcsc-'))
    socketPath = '/run/pcscd/pcscd.comm'
    port = await freePort()
    await mkdir(join(folder, 'readers'))
    const number = `0x${port.toString(16)}`
    await writeFile(
      join(folder, 'readers', 'virtual'),
      `FRIENDLYNAME "Virtual reader"\nDEVICENAME /dev/null:${number}\nLIBPATH ${DRIVER}\nCHANNELID ${number}\n`,
    )
    await mkdir('/run/pcscd', { recursive: true })
    daemon = spawn('pcscd', ['--foreground', '--config', join(folder, 'readers')], { stdio: 'ignore' })
    while (!existsSync(socketPath)) await sleep(50)
  })

  after(async () => {
    card?.destroy()
    daemon.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it('says that no card lies on it', async () => {
    await assert.rejects(
      connectCard({ socketPath }),
      (error) => error instanceof ChipReadError && error.code === 'NO_CHIP',
    )
  })

  it('reads the chip that lies on it', async () => {
    card = await insertCard(port, softwareChip({ key: KEY, files, access: { protocol: [2, 2], parameterId: 13 } }))
    const connection = await untilConnected(socketPath)
    const reading = await readChip({ transceive: connection.transceive, key: KEY })
    await connection.close()
    assert.match(connection.reader, /Virtual reader/)
    assert.equal(reading.access, 'PACE')
    assert.equal(reading.dataGroups[2], Buffer.from(files.get(0x0102) ?? []).toString('base64'))
  })

  it('is read and judged by `chip read`, which writes the files too', async () => {
    const trust = join(folder, 'trust')
    await mkdir(trust, { recursive: true })
    const fields = ['--number', KEY.documentNumber, '--birth', KEY.birthDate, '--expiry', KEY.expiryDate]
    const out = join(folder, 'out')
    const { status, stdout } = await played(['chip', 'read', '--trust', trust, ...fields, '--out', out, '--json'])
    const report = JSON.parse(stdout)
    assert.deepEqual([status, report.verdict, report.access], [1, 'UNREADABLE', 'PACE']) // its signed object is no such
    assert.deepEqual(new Uint8Array(await readFile(join(out, 'DG2.bin'))), files.get(0x0102))

    const wrong = await played(['chip', 'read', '--trust', trust, '--number', 'SPEC99999', ...fields.slice(2)])
    assert.deepEqual([wrong.status, wrong.stdout.split(':')[0]], [1, 'WRONG_KEY'])
  })
})

/** pcscd looks for cards a few times a second. */
async function untilConnected(socketPath: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await connectCard({ socketPath })
    } catch (error) {
      if (tries > 100) throw error
      await sleep(100)
    }
  }
}

/** Plays the card of the virtual reader: two bytes of length before each message; one byte alone is a control. */
async function insertCard(port: number, chip: { transceive(apdu: Uint8Array): Promise<Uint8Array>; reset(): void }) {
  const atr = Buffer.from('3b80800101', 'hex')
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect(port, '127.0.0.1', () => resolve(opening))
    opening.once('error', reject)
  })
  let buffered = Buffer.alloc(0)
  const answer = (bytes: Uint8Array) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(bytes.length)
    socket.write(Buffer.concat([length, bytes]))
  }
  const handle = async (message: Buffer) => {
    if (message.length > 1) return answer(await chip.transceive(new Uint8Array(message)))
    if (message[0] === 4) return answer(atr)
    chip.reset()
  }
  let order = Promise.resolve()
  socket.on('data', (bytes: Buffer) => {
    buffered = Buffer.concat([buffered, bytes])
    while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
      const message = buffered.subarray(2, 2 + buffered.readUInt16BE(0))
      buffered = buffered.subarray(2 + message.length)
      order = order.then(() => handle(message))
    }
  })
  return socket
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
