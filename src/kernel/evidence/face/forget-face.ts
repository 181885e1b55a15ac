import type { PageReading } from '../../../vision/document/page-reading.ts'
import type { FaceReading } from '../../../vision/face/face-reading.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { slicesOf } from '../../../vision/face/template.ts'
import type { IdentityDocument } from '../document/document.ts'

/** Readings that may contain face templates. */
interface Readings {
  document?: IdentityDocument
  face?: FaceReading
  chip?: { portrait?: FaceTemplate }
  seal?: { portrait?: FaceTemplate }
  credential?: { portrait?: FaceTemplate }
}

/** The same readings with templates that can still be compared with each other, but with nothing else. */
export function withoutTemplates<Reading extends Readings>(reading: Reading): Reading {
  const { document, face, chip, seal, credential } = reading
  const pages = document?.pages ?? []
  const templates = [
    ...pages.flatMap(({ portrait, ghost }) => [portrait, ghost]),
    face?.template,
    chip?.portrait,
    seal?.portrait,
    credential?.portrait,
  ].filter((template) => template !== undefined)
  const small = new Map(reduceTemplates(templates).map((reduced, at) => [templates[at], reduced]))
  const reduce = (template: FaceTemplate) => small.get(template) ?? { ...template, values: [] }
  return {
    ...reading,
    ...(document && { document: { ...document, pages: pages.map((page) => reducePage(page, reduce)) } }),
    ...(face && { face: { ...face, template: reduce(face.template) } }),
    ...(chip?.portrait && { chip: { ...chip, portrait: reduce(chip.portrait) } }),
    ...(seal?.portrait && { seal: { ...seal, portrait: reduce(seal.portrait) } }),
    ...(credential?.portrait && { credential: { ...credential, portrait: reduce(credential.portrait) } }),
  }
}

function reducePage(page: PageReading, reduce: (template: FaceTemplate) => FaceTemplate): PageReading {
  const { portrait, ghost } = page
  return { ...page, ...(portrait && { portrait: reduce(portrait) }), ...(ghost && { ghost: reduce(ghost) }) }
}

/**
 * The same templates reduced to the numbers that determine how they compare with each other, and with nothing else: for
 * each recogniser, the coordinates in the space that these templates span. Lengths and angles between them stay. They
 * cannot be used to search for a face, since another template has no place in that space.
 */
export function reduceTemplates(templates: readonly FaceTemplate[]): FaceTemplate[] {
  const slices = templates.map(slicesOf)
  const reduced = slices.map((own) => own.map(({ values }) => values))
  for (const model of new Set(slices.flat().map((slice) => slice.model))) {
    const places = slices.flatMap((own, at) =>
      own.flatMap((slice, part) => (slice.model === model ? [{ at, part }] : [])),
    )
    const small = coordinatesOf(places.map(({ at, part }) => slices[at]?.[part]?.values ?? []))
    for (const [index, { at, part }] of places.entries()) reduced[at]?.splice(part, 1, small[index] ?? [])
  }
  return templates.map((template, at) => withValues(template, reduced[at] ?? []))
}

function withValues({ parts, ...template }: FaceTemplate, values: readonly number[][]): FaceTemplate {
  const lengths = values.map(({ length }) => length)
  const shorter = parts?.map((part, at) => ({ ...part, length: lengths[at] ?? 0 }))
  return { ...template, values: values.flat(), ...(shorter && { parts: shorter }) }
}

/**
 * Gram-Schmidt: each vector as its coordinates in an orthonormal basis, which is built from the vectors in their order.
 */
function coordinatesOf(vectors: readonly number[][]): number[][] {
  const basis: number[][] = []
  const shares = vectors.map((vector) => {
    let rest = vector
    const own = basis.map((direction) => {
      const share = dot(rest, direction)
      rest = rest.map((value, at) => value - share * (direction[at] ?? 0))
      return share
    })
    const length = Math.sqrt(dot(rest, rest))
    if (length === 0) return own
    basis.push(rest.map((value) => value / length))
    return [...own, length]
  })
  // A template without numbers still has none: it compares with nothing.
  return shares.map((own, at) => (vectors[at]?.length ? basis.map((_, index) => own[index] ?? 0) : []))
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
