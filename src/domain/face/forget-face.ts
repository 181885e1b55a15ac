import type { FaceTemplate, IdentityDocument, PageReading } from '../document/document.ts'
import type { FaceReading } from './face.ts'
import { reduceTemplates } from './reduce-templates.ts'

/** Readings that may hold a face as numbers. */
interface Readings {
  document?: IdentityDocument
  face?: FaceReading
  chip?: { portrait?: FaceTemplate }
  seal?: { portrait?: FaceTemplate }
  credential?: { portrait?: FaceTemplate }
}

/** The same readings with templates that still compare with each other, and with nothing else. */
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
