import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type CornerNet, openCornerNet } from '../../../src/apps/hosted-page/corners/corner-net.ts'
import { type FaceNet, openFaceNet } from '../../../src/apps/hosted-page/face/face-net.ts'
import { readNetList } from '../../../src/vision/nets/net-list.ts'
import { convertCornerNet } from '../../../tools/convert/corner-net.mjs'

/** The net of the hosted page, from the file that the page loads. */
export async function openPageNet(): Promise<FaceNet> {
  const entry = readNetList()['page-face']
  if (!entry) throw new Error('models.json names no page-face')
  const bytes = await readFile(fileURLToPath(new URL(`../../../.models/${entry.files.model.path}`, import.meta.url)))
  return openFaceNet(new Uint8Array(bytes).buffer)
}

/** The corner net of the hosted page, built from the server's like for the page. */
export function openPageCorners(): CornerNet {
  const model = readFileSync(fileURLToPath(new URL('../../../models/corners.onnx', import.meta.url)))
  return openCornerNet(new Uint8Array(convertCornerNet(model)).buffer)
}
