import assert from 'node:assert/strict'
import { plainChannel } from '../../../packages/chip-reader/src/apdu.ts'
import { fromHex, toHex, toInteger } from '../../../packages/chip-reader/src/bytes.ts'
import type { Entropy } from '../../../packages/chip-reader/src/group.ts'

/** A chip that expects exactly these commands and gives exactly these answers, both in hexadecimal. */
export function scriptedChip(exchanges: readonly (readonly [command: string, answer: string])[]) {
  const left = exchanges.map(([command, answer]) => [plain(command), plain(answer)] as const)
  const transceive = async (apdu: Uint8Array) => {
    const [command, answer] = left.shift() ?? []
    assert.equal(toHex(apdu), command)
    return fromHex(answer ?? '')
  }
  return { channel: plainChannel(transceive, { timeoutMs: 60_000 }), left }
}

/** Random numbers of a worked example, in the order in which they are drawn. */
export function scriptedEntropy(...values: string[]): Entropy {
  const left = values.map(plain)
  return {
    bytes: () => fromHex(left.shift() ?? ''),
    scalar: () => toInteger(fromHex(left.shift() ?? '')),
  }
}

const plain = (hex: string) => hex.replace(/\s+/g, '').toLowerCase()
