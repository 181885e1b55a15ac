import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'

const FOLDER = path.join(import.meta.dirname, '../../..', '.cache', 'npm-parts')

/** The packages that such a system could be built from. Not part of the product: installed only for the bench. */
export const NPM_PARTS = {
  'tesseract.js': '7.0.0',
  '@tesseract.js-data/eng': '1.0.0',
  mrz: '5.0.2',
  '@vladmandic/face-api': '1.7.15',
  '@tensorflow/tfjs': '4.22.0',
  '@tensorflow/tfjs-backend-wasm': '4.22.0',
}

/** Installs them once, without install scripts, into a separate folder. */
export async function fetchNpmParts(): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: NPM_PARTS }, null, 2)
  const installed = path.join(FOLDER, 'installed.json')
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return
  await mkdir(FOLDER, { recursive: true })
  await writeFile(path.join(FOLDER, 'package.json'), wanted)
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await promisify(execFile)('npm', ['install', ...flags, '--prefix', FOLDER])
  await writeFile(installed, wanted)
}

const requirePart = createRequire(path.join(FOLDER, 'index.js'))

interface Tesseract {
  createWorker(language: string, engine: number, options: object): Promise<TesseractWorker>
}
interface TesseractWorker {
  setParameters(parameters: object): Promise<unknown>
  recognize(picture: Buffer): Promise<{ data: { text: string } }>
  terminate(): Promise<unknown>
}
interface Mrz {
  parse(lines: string[], options: object): { valid: boolean }
}

/** Reads the MRZ with tesseract.js and mrz: only MRZ characters allowed, lines of MRZ length kept, then parsed. */
export async function openMrzReader() {
  const { createWorker } = requirePart('tesseract.js') as Tesseract
  const data = path.join(path.dirname(requirePart.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')
  const { parse } = (await import(pathToFileURL(requirePart.resolve('mrz')).href)) as Mrz
  const worker = await createWorker('eng', 1, { langPath: data, cacheMethod: 'none' })
  await worker.setParameters({ tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<' })
  return {
    /**
     * `from`: the fraction of the picture's height above which everything is ignored; the rest is enlarged and
     * normalised.
     */
    async read(picture: Uint8Array, from?: number): Promise<{ lines: string[]; seen: string[]; valid: boolean }> {
      const upright = await sharp(picture).autoOrient().png().toBuffer()
      const { data } = await worker.recognize(from === undefined ? upright : await enlarge(upright, from))
      const seen = data.text.split('\n').map((line) => line.replace(/\s/g, ''))
      const lines = mrzLinesIn(seen)
      return { lines, seen, valid: lines.length > 0 && isValid(lines) }
    },
    close: () => worker.terminate(),
  }

  function isValid(lines: string[]): boolean {
    try {
      return parse(lines, { autocorrect: true }).valid
    } catch (error) {
      // Lines that are not an MRZ are refused with an exception; anything else is a fault of the bench.
      if (error instanceof Error && /unrecognized document format|MRZ|lines?/i.test(error.message)) return false
      throw error
    }
  }
}

async function enlarge(picture: Buffer, from: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const top = Math.round(from * height)
  const part = sharp(picture).extract({ left: 0, top, width, height: height - top })
  return part.resize({ width: 1600 }).greyscale().normalise().png().toBuffer()
}

/** The last lines with a length that an MRZ has. */
function mrzLinesIn(lines: readonly string[]): string[] {
  for (const [length, count] of [
    [44, 2],
    [36, 2],
    [30, 3],
  ] as const) {
    const fitting = lines.filter((line) => line.length === length && line.includes('<'))
    if (fitting.length >= count) return fitting.slice(-count)
  }
  return []
}

interface Tf {
  setBackend(name: string): Promise<boolean>
  ready(): Promise<void>
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): { dispose(): void }
}
interface FaceApi {
  tf: Tf
  nets: Record<string, { loadFromDisk(folder: string): Promise<void> }>
  SsdMobilenetv1Options: new (options: { minConfidence: number }) => object
  detectSingleFace(
    picture: object,
    options: object,
  ): { withFaceLandmarks(): { withFaceDescriptor(): Promise<{ descriptor: Float32Array } | undefined> } }
  euclideanDistance(one: Float32Array, other: Float32Array): number
}

/** The largest distance between two pictures of one person, the default of face-api's own FaceMatcher. */
const SAME_PERSON = 0.6

/** Computes face descriptors with face-api, on its WebAssembly back end. */
export async function openFaceApi() {
  const api = requirePart('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi
  const wasm = requirePart('@tensorflow/tfjs-backend-wasm') as { setWasmPaths(folder: string): void }
  wasm.setWasmPaths(`${path.dirname(requirePart.resolve('@tensorflow/tfjs-backend-wasm'))}/`)
  await api.tf.setBackend('wasm')
  await api.tf.ready()
  const models = path.join(path.dirname(requirePart.resolve('@vladmandic/face-api/package.json')), 'model')
  for (const net of ['ssdMobilenetv1', 'faceLandmark68Net', 'faceRecognitionNet'])
    await api.nets[net]?.loadFromDisk(models)
  const options = new api.SsdMobilenetv1Options({ minConfidence: 0.5 })
  return {
    async describe(picture: Uint8Array): Promise<Float32Array | undefined> {
      const { data, info } = await sharp(picture).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const tensor = api.tf.tensor3d(data, [info.height, info.width, 3], 'int32')
      try {
        const found = await api.detectSingleFace(tensor, options).withFaceLandmarks().withFaceDescriptor()
        return found?.descriptor
      } finally {
        tensor.dispose()
      }
    },
    isSame: (one: Float32Array, other: Float32Array) => api.euclideanDistance(one, other) < SAME_PERSON,
  }
}
