import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { detectFaces } from '../../../src/vision/face/detect-faces.ts'
import { findFacePoints } from '../../../src/vision/face/find-points.ts'
import { openNets } from '../../../src/vision/nets/runtime.ts'
import { crop, scaleBox } from '../../../src/vision/picture/box.ts'
import { decode, toJpeg } from '../../../src/vision/picture/decode.ts'
import { resize } from '../../../src/vision/picture/resize.ts'

/** The occlusion net sees 1.3 times the detector's box; the crop is wider, so that training can shift and rotate it. */
const CUT = 1.6
const SIDE = 176

// node lab/training/occlusion/crop-faces.ts OUT FOLDER…  cuts the largest face of every picture and notes its 68 points in fractions of the cut.
const [out, ...folders] = process.argv.slice(2)
if (!out || !folders.length) throw new Error('usage: crop-faces.ts OUT FOLDER…')
await mkdir(out, { recursive: true })
const nets = openNets()
const detector = await nets.get('face-detect')
const landmark = await nets.get('face-landmark')
const rows: { file: string; points: number[][]; confidence: number }[] = []
let missed = 0
for (const folder of folders) {
  for (const name of (await readdir(folder)).filter((file) => /\.(jpe?g|png)$/i.test(file)).sort()) {
    const picture = await decode(await readFile(path.join(folder, name)))
    const [box] = await detectFaces(detector, picture)
    if (!box) {
      missed++
      continue
    }
    const { points } = await findFacePoints(landmark, picture, box)
    const cut = scaleBox(box, CUT)
    const file = `${path.parse(name).name}.jpg`
    await writeFile(
      path.join(out, file),
      await toJpeg(resize(crop(picture, cut, 127), { width: SIDE, height: SIDE }), 90),
    )
    const fraction = ({ x, y }: { x: number; y: number }) => [(x - cut.x) / cut.width, (y - cut.y) / cut.height]
    rows.push({ file, points: points.map(fraction), confidence: box.confidence })
  }
}
await writeFile(path.join(out, 'crops.json'), JSON.stringify(rows))
process.stdout.write(`${rows.length} faces, none found in ${missed}\n`)
