import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDurably, makeFolder } from '../durable-file.ts'
import { KEY_BYTES, open, seal } from './seal.ts'

/** The active master keys. New keys are wrapped by the current one; the previous one still opens during a rotation. */
export interface Keyring {
  currentId(): string
  wrap(context: string, secret: Uint8Array): Wrapped
  unwrap(context: string, wrapped: Wrapped): Buffer
}

/** A secret sealed under the master key of this id. */
export interface Wrapped {
  masterKeyId: string
  wrapped: string
}

/** Keys given by the operator. */
export function keyringOf(current: Uint8Array, previous?: Uint8Array): Keyring {
  const keys = [current, ...(previous ? [previous] : [])].map(masterKey)
  return ring(() => keys)
}

/** The key in `DATA_DIR/master.key`, made at first start. A rotation changes the file under a running service, so it is read again when it changes. */
export async function keyringIn(dataDir: string): Promise<Keyring> {
  await makeFolder(dataDir)
  const path = masterKeyFile(dataDir)
  await createMasterKeyFile(path)
  let keys: MasterKey[] = []
  let stamp = ''
  return ring((latest) => {
    if (!latest && keys.length) return keys
    const now = stampOf(path)
    if (now !== stamp) {
      const previous = readIfThere(previousKeyFile(dataDir))
      keys = [readFileSync(path, 'utf8'), ...(previous ? [previous] : [])].map((text) => masterKey(parseKey(text)))
      stamp = now
    }
    return keys
  })
}

export const masterKeyFile = (dataDir: string) => join(dataDir, 'master.key')
export const previousKeyFile = (dataDir: string) => join(dataDir, 'master.key.previous')

/** Invalid text or file of a master key. */
export class UnreadableKey extends Error {}

/** 32 bytes as 64 hex digits or as Base64. */
export function parseKey(text: string): Buffer {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (bytes.length !== KEY_BYTES) throw new UnreadableKey('a master key is 32 bytes, as 64 hex digits or as Base64')
  return bytes
}

export const newKey = () => randomBytes(KEY_BYTES)

export async function createMasterKeyFile(path: string): Promise<boolean> {
  if (readIfThere(path)) return false
  return createDurably(path, Buffer.from(`${newKey().toString('base64')}\n`))
}

interface MasterKey {
  id: string
  wrapping: KeyObject
}

/** `keys(true)` checks whether they have changed. */
function ring(keys: (latest: boolean) => MasterKey[]): Keyring {
  const current = () => {
    const [first] = keys(true)
    if (!first) throw new Error('no master key')
    return first
  }
  return {
    currentId: () => current().id,
    wrap(context, secret) {
      const { id, wrapping } = current()
      return { masterKeyId: id, wrapped: seal(wrapping, context, secret).toString('base64') }
    },
    unwrap(context, { masterKeyId, wrapped }) {
      const named = ({ id }: MasterKey) => id === masterKeyId
      const key = keys(false).find(named) ?? keys(true).find(named)
      if (!key) throw new Error(`wrapped by master key ${masterKeyId}, which is not in force`)
      return open(key.wrapping, context, Buffer.from(wrapped, 'base64'))
    },
  }
}

/**
 * The id and the wrapping key are derived, so that neither reveals anything about the other or about the master key.
 */
function masterKey(bytes: Uint8Array): MasterKey {
  const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', bytes, '', info, length))
  return {
    id: derive('limen master key id', 8).toString('hex'),
    wrapping: createSecretKey(derive('limen key wrapping', KEY_BYTES)),
  }
}

function stampOf(path: string): string {
  const { mtimeNs, ino } = statSync(path, { bigint: true })
  return `${ino}:${mtimeNs}`
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
