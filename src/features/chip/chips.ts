import type { ChipFiles, ChipResult } from './chip-reading.ts'

declare module '../../kernel/feature-types.ts' {
  interface Services {
    /** Verifies chips. */
    chips?: Chips | undefined
  }
}

/** Verifies chips with the certificates that the operator trusts. */
export interface Chips {
  verify(files: ChipFiles, asked: { now: Date; challenge?: Uint8Array }): Promise<ChipResult>
}

/** The files of a chip, with EF.SOD, which a session requires. */
type StoredFiles = ChipFiles & { sod: Uint8Array }

/**
 * The files of a chip in the form in which they are sent, stored and kept as evidence: Base64, by their names in the
 * interface.
 */
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

/** The same files as bytes. */
export const chipFilesOf = ({ sod, dataGroups, activeAuthentication, com }: StoredChipFiles): StoredFiles => ({
  sod: bytesOf(sod),
  groups: new Map(Object.entries(dataGroups).map(([number, text]) => [Number(number), bytesOf(text)])),
  ...(activeAuthentication && { signature: bytesOf(activeAuthentication.signature) }),
  ...(com && { com: bytesOf(com) }),
})

/** The first file that is not Base64; white space between the letters is permitted. */
export const notBase64 = ({ sod, dataGroups, com }: StoredChipFiles): string | undefined =>
  Object.entries({ sod, ...dataGroups, ...(com !== undefined && { com }) }).find(([, text]) => !isBase64(text))?.[0]

/** In linear time, whatever the text: it can be longer than a megabyte. */
const isBase64 = (text: string): boolean => !/[^A-Za-z0-9+/\s]/.test(text.trimEnd().replace(/={1,2}$/, ''))

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
