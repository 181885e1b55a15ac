import type { FaceTemplate } from '../../domain/document/document.ts'
import { curveOf } from '../nets/net-list.ts'
import type { Net } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import type { Picture } from '../picture/picture.ts'

/** An aligned face → a template of unit length that compares by cosine. */
export async function embedFace(net: Net, aligned: Picture): Promise<FaceTemplate> {
  const { output } = await showPicture(net, aligned)
  if (!output) throw new Error('the recogniser gives no output')
  const length = Math.hypot(...output.data)
  return {
    model: net.sha256,
    values: Array.from(output.data, (value) => value / length),
    curve: curveOf(net.entry, 'score'),
  }
}
