import { readSignedFile } from '../../src/formats/x509/signed-data.ts'

export const DAMAGES = ['changed', 'cut', 'doubled'] as const

interface Damaged {
  kind: (typeof DAMAGES)[number]
  /** Position of the byte that was changed or doubled, or of the first missing byte. */
  at: number
  bytes: Uint8Array
}

/** A file with each of its bytes changed, truncated at it, and doubled. `step` skips bytes. */
export function* damagesOf(file: Uint8Array, step = 1): Generator<Damaged> {
  for (let at = 0; at < file.length; at += step) {
    for (const change of [0x01, 0xff]) {
      const bytes = Uint8Array.from(file)
      bytes[at] = (bytes[at] ?? 0) ^ change
      yield { kind: 'changed', at, bytes }
    }
    yield { kind: 'cut', at, bytes: file.subarray(0, at) }
    yield { kind: 'doubled', at, bytes: Buffer.concat([file.subarray(0, at + 1), file.subarray(at)]) }
  }
}

interface SignedRange {
  what: string
  start: number
  end: number
}

/** Positions of the signed parts of a signed object, and of the signatures. */
export function signedRangesOf(sod: Uint8Array): SignedRange[] {
  const { content, certificates, signer } = readSignedFile(sod)
  const parts: [string, Uint8Array | undefined][] = [
    ['list of hashes', content],
    ["signer's certificate", certificates[0]?.signed],
    ["authority's signature", certificates[0]?.signature],
    ['signed attributes', signer.attributes?.signed.subarray(4)],
    ["signer's signature", signer.signature],
  ]
  return parts.flatMap(([what, part]) => {
    const start = part?.length ? Buffer.from(sod).indexOf(Buffer.from(part)) : -1
    return part && start >= 0 ? [{ what, start, end: start + part.length }] : []
  })
}
