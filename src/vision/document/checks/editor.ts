import type { PageCheck } from './check.ts'

/** Does the file name a program that changes pictures? */
export const editor: PageCheck = {
  name: 'editor',
  nets: [],
  judgePage(_, { bytes }) {
    const name = findEditor(bytes)
    return name ? { editor: name } : {}
  },
}

/** Programs that change what a picture shows, by the names they leave in a file's metadata. */
const EDITORS = ['Adobe Photoshop', 'GIMP', 'Affinity Photo', 'Pixelmator', 'Paint.NET', 'Canva', 'PicsArt', 'Photopea']

/** Metadata comes before the picture data and is never longer than this. */
const HEAD_BYTES = 256 * 1024

/** The editing program that the file names, if any. Cameras and phones name none of these. */
function findEditor(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  return EDITORS.find((name) => head.includes(name))
}
