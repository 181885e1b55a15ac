import { type Registrable, type Sketch, sketchOf } from '../picture/register/register.ts'
import { openReference } from './compare/open-reference.ts'
import type { OpenReference } from './compare/reference.ts'
import { GRID_CELLS, type GradientHistogram, HISTOGRAM_LENGTH, likenessOf, seen, weigh } from './gradient-histogram.ts'
import { type DocumentModel, MODEL_FORMAT, type ModelContent } from './model.ts'
import { openPrint } from './print.ts'

/** The taught documents, prepared for searching. */
export interface TaughtDocuments {
  /** The landscape documents, or the others, that look most like a page, most similar first. */
  nearest(looks: readonly GradientHistogram[], lying: boolean): Nearest[]
  /** Whether there are any landscape documents, or any others. */
  has(lying: boolean): boolean
  print(model: DocumentModel): Promise<Registrable>
  reference(model: DocumentModel): Promise<OpenReference>
  /** Cached for every model once it was requested: it is small, and opening a print is expensive. */
  sketch(model: DocumentModel): Promise<Sketch>
  models: readonly DocumentModel[]
}

interface Nearest {
  model: DocumentModel
  /** The index of the look. */
  look: number
  likeness: number
}

/** Prints of this many models are kept open, 3 MB each, and references of this many, up to 13 MB each. */
const MOST_OPEN = { prints: 12, references: 6 }
/** With masks, every picture of a taught document is above this; one in twenty of the others is. */
const MIN_LIKENESS = 0.44

export function openTaughtDocuments(models: readonly DocumentModel[]): TaughtDocuments {
  const readable = models
    .filter(({ content }) => isReadable(content))
    .map((model) => ({ model, look: weigh(valuesOf(model), weightsOf(model)), lying: model.content.ratio >= 1 }))
  const open = new Map<DocumentModel, Promise<Registrable>>()
  const references = new Map<DocumentModel, Promise<OpenReference>>()
  const sketches = new Map<DocumentModel, Promise<Sketch>>()
  const taughtDocuments: TaughtDocuments = {
    sketch(model) {
      const sketch = sketches.get(model) ?? taughtDocuments.print(model).then(sketchOf)
      sketches.set(model, sketch)
      return sketch
    },
    models: readable.map(({ model }) => model),
    has: (lying) => readable.some((each) => each.lying === lying),
    nearest(looks, lying) {
      const pages = looks.map(seen)
      return readable
        .filter((each) => each.lying === lying)
        .flatMap(({ model, look }) => pages.map((page, i) => ({ model, look: i, likeness: likenessOf(look, page) })))
        .filter(({ likeness }) => likeness >= MIN_LIKENESS)
        .toSorted((a, b) => b.likeness - a.likeness)
    },
    print: (model) => kept(open, MOST_OPEN.prints, model, () => openPrint(model.content)),
    reference: (model) => kept(references, MOST_OPEN.references, model, () => openReference(model.content)),
  }
  return taughtDocuments
}

/** The cached value, or a newly opened one; of more than `most`, the least recently used is closed. */
function kept<Value>(
  open: Map<DocumentModel, Promise<Value>>,
  most: number,
  model: DocumentModel,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = open.get(model) ?? make()
  open.delete(model)
  open.set(model, value)
  for (const oldest of open.keys()) {
    if (open.size <= most) break
    open.delete(oldest)
  }
  return value
}

/** Whether a model has the format that this engine reads; other models are kept but not recognised. */
const isReadable = ({ format, look }: ModelContent): boolean =>
  format === MODEL_FORMAT &&
  Buffer.from(look.values, 'base64').length === HISTOGRAM_LENGTH &&
  Buffer.from(look.weights, 'base64').length === GRID_CELLS

/** The number of steps per unit in the stored integers. */
const STEPS = 127

function valuesOf({ content }: DocumentModel): GradientHistogram {
  const bytes = Buffer.from(content.look.values, 'base64')
  return Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (value) => value / STEPS)
}

function weightsOf({ content }: DocumentModel): Float32Array {
  return Float32Array.from(Buffer.from(content.look.weights, 'base64'), (weight) => weight / 255)
}

/** The histogram in the form in which a model stores it. */
export const packHistogram = (look: GradientHistogram): string =>
  Buffer.from(Int8Array.from(look, (value) => Math.max(-127, Math.min(127, Math.round(STEPS * value))))).toString(
    'base64',
  )
