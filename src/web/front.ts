import { keep, kept } from './frame.ts'
import type { Shot } from './screens/shot.ts'

/** Remembers what the front looked like, so that it is not taken as the back, also when the page is loaded again. */
export async function noteFront({ picture, seen }: Shot): Promise<void> {
  const sha256 = await sha256Of(picture)
  keep({ front: { ...(seen && { seen }), ...(sha256 && { sha256 }) } })
}

/** Whether this very picture was taken as the front. */
export async function wasFront(picture: Blob): Promise<boolean> {
  const before = kept().front?.sha256
  return before !== undefined && before === (await sha256Of(picture))
}

/** Undefined where the page came over plain HTTP: browsers give no hash there. */
async function sha256Of(picture: Blob): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  const hash = await subtle?.digest('SHA-256', await picture.arrayBuffer())
  return hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
