import type { ChipFiles, ChipResult } from '../../domain/proofs/chip-reading.ts'

/** Verifies chips against what the operator trusts. */
export interface Chips {
  verify(files: ChipFiles, asked: { now: Date; challenge?: Uint8Array }): Promise<ChipResult>
}

/** Files with EF.SOD among them, which a session asks for. */
type StoredFiles = ChipFiles & { sod: Uint8Array }

/** The files of a chip as they are sent, stored and as evidence holds them: Base64 by the names that the interface has. */
export interface StoredChipFiles {
  sod: string
  dataGroups: Record<string, string>
  activeAuthentication?: { signature: string }
  com?: string
}

export function writeChipFiles({ sod, groups, signature, com }: StoredFiles): Uint8Array {
  const stored: StoredChipFiles = {
    sod: base64(sod),
    dataGroups: Object.fromEntries([...groups].map(([number, bytes]) => [String(number), base64(bytes)])),
    ...(signature && { activeAuthentication: { signature: base64(signature) } }),
    ...(com && { com: base64(com) }),
  }
  return Buffer.from(JSON.stringify(stored))
}

/** The same as bytes again. */
export const chipFilesOf = ({ sod, dataGroups, activeAuthentication, com }: StoredChipFiles): StoredFiles => ({
  sod: bytesOf(sod),
  groups: new Map(Object.entries(dataGroups).map(([number, text]) => [Number(number), bytesOf(text)])),
  ...(activeAuthentication && { signature: bytesOf(activeAuthentication.signature) }),
  ...(com && { com: bytesOf(com) }),
})

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
