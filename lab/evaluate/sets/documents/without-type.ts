import type { Catalogue } from '../../../../src/engine/catalogue/catalogue.ts'

/** Labels of these stand on documents of every issuer. */
const COMMON: readonly string[] = ['en', 'fr']

/**
 * The catalogue as if nobody had ever drawn up a document of this issuer: how its country and its languages call things is
 * known, as of every country; its documents, where they print what, and the labels of its own languages are not.
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
