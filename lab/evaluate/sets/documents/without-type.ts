import type { Catalogue } from '../../../../src/vision/catalogue/catalogue.ts'

/** These labels are on documents of every issuer. */
const COMMON: readonly string[] = ['en', 'fr']

/**
 * The catalogue without the documents of this issuer: the names of its country and the titles in its languages are
 * known, as for every country; its documents, their layout, and the labels of its own languages are not.
 */
export function withoutType(catalogue: Catalogue, country: string): Catalogue {
  const home = catalogue.countries.find(({ code }) => code === country)
  const languages = home?.languages ?? []
  const labels = Object.entries(catalogue.labels).filter(
    ([language]) => COMMON.includes(language) || !languages.includes(language),
  )
  const models = catalogue.models.map((model) => {
    if (model.country !== country) return model
    const { id, type, format, sign, names, twoSided } = model
    const titles = languages.flatMap((language) => catalogue.titles[type]?.[language] ?? [])
    return { id, type, format, names, twoSided, country, languages, titles, ...(sign ? { sign } : {}) }
  })
  return { ...catalogue, models, labels: Object.fromEntries(labels) }
}
