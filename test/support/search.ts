import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files under the folders that hold one of the words as raw bytes: plain, in UTF-16, in Base64 at any offset or in hex. */
export async function filesHolding(folders: string[], words: (string | Uint8Array)[]): Promise<string[]> {
  const needles = words.flatMap((word) => spellings(Buffer.from(word as string)))
  const found: string[] = []
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        // A server may remove its files while we look.
        if (error.code === 'ENOENT') return Buffer.alloc(0)
        throw error
      })
      if (needles.some((needle) => bytes.includes(needle))) found.push(path)
    }
  }
  return found
}

function spellings(word: Buffer): Buffer[] {
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), word])
      .toString('base64')
      .replace(/=+$/, '')
    // The characters at the edges mix in the bits of the neighbours.
    return Buffer.from(text.slice(shift ? shift + 1 : 0, -1))
  })
  return [word, Buffer.from(word.toString('latin1'), 'utf16le'), Buffer.from(word.toString('hex')), ...base64]
}
