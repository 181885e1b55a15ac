import { readFile } from 'node:fs/promises'

/** MediaPipe's canonical face in centimetres: x to the right in the picture, y up, z towards the camera. */
export interface FaceModel {
  vertices: [x: number, y: number, z: number][]
  triangles: [number, number, number][]
}

export async function readFaceModel(file: string): Promise<FaceModel> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  return {
    vertices: lines.filter(([kind]) => kind === 'v').map(([, x, y, z]) => [Number(x), Number(y), Number(z)]),
    triangles: lines
      .filter(([kind]) => kind === 'f')
      .map(([, ...corners]) => corners.map((corner) => Number.parseInt(corner, 10) - 1) as [number, number, number]),
  }
}

/** The vertex of each of the 68 points of the iBUG scheme. */
export const VERTEX_OF_POINT: readonly number[] = [
  ...[162, 234, 93, 58, 172, 136, 149, 148, 152, 377, 378, 365, 397, 288, 323, 454, 389],
  ...[71, 63, 105, 66, 107, 336, 296, 334, 293, 301],
  ...[168, 197, 5, 4, 75, 97, 2, 326, 305],
  ...[33, 160, 158, 133, 153, 144, 362, 385, 387, 263, 373, 380],
  ...[61, 39, 37, 0, 267, 269, 291, 405, 314, 17, 84, 181, 78, 82, 13, 312, 308, 317, 14, 87],
]
