import type { FaceTemplate, TemplatePart } from './face-template.ts'

/** The numbers of two templates from the same recognisers, with the second one's curve. */
interface CommonGround {
  model: string
  a: number[]
  b: number[]
  curve: FaceTemplate['curve']
}

/** The name of several recognisers whose numbers are in one template, in this order. */
export const joinModels = (models: readonly string[]): string => models.join('+')

/** Can templates of these models be compared, by all or by one of the recognisers? */
export const areComparable = (a: string, b: string): boolean =>
  a === b || a.split('+').some((model) => b.split('+').includes(model))

/**
 * What two templates have in common: everything if they are of the same recognisers, otherwise the numbers of the first
 * recogniser that both have. So a template from before a second recogniser was added is still compared, only by the
 * first.
 */
export function groundOf(a: FaceTemplate, b: FaceTemplate): CommonGround | undefined {
  if (a.model === b.model) return usable({ model: b.model, a: a.values, b: b.values, curve: b.curve })
  for (const mine of slicesOf(b)) {
    const theirs = slicesOf(a).find(({ model }) => model === mine.model)
    if (theirs) return usable({ model: mine.model, a: theirs.values, b: mine.values, curve: mine.curve })
  }
  return undefined
}

/** The template of only the first of the joined recognisers, for limits that were measured with that one. */
export const firstPartOf = (template: FaceTemplate): FaceTemplate => slicesOf(template)[0] ?? template

export function cosineOf(a: number[], b: number[]): number {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0
    dot += x * y
    lengthA += x * x
    lengthB += y * y
  }
  const lengths = Math.sqrt(lengthA * lengthB)
  return lengths === 0 ? 0 : dot / lengths
}

const usable = (ground: CommonGround): CommonGround | undefined =>
  ground.a.length === ground.b.length && ground.a.length > 0 && ground.curve.length > 0 ? ground : undefined

/** The result of each recogniser, as a separate template. */
export function slicesOf({ model, values, curve, parts }: FaceTemplate): FaceTemplate[] {
  if (!parts) return [{ model, values, curve }]
  const starts = parts.map((_, at) => parts.slice(0, at).reduce(addLength, 0))
  return parts.map((part, at) => {
    const start = starts[at] as number
    return { model: part.model, values: values.slice(start, start + part.length), curve: part.curve }
  })
}

const addLength = (sum: number, { length }: TemplatePart): number => sum + length
