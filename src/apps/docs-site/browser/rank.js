/**
 * Searches the site: titles and headings rank first; words with the same prefix or one different letter match too.
 * `MiniSearch` is a parameter, since a page and a test get it from different places.
 */
export function openIndex(MiniSearch, parts) {
  const index = new MiniSearch({
    fields: ['heading', 'joined', 'page', 'text'],
    storeFields: ['place', 'page', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 8, joined: 6, page: 4 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.4 },
      combineWith: 'AND',
      boostDocument: (_, __, { place }) => weightOf(place),
    },
  })
  index.addAll(parts.map((part, id) => ({ ...part, id, joined: joinedWords(part.heading) })))
  return (question) => index.search(question)
}

/** Decision records and measurements are for those who search for them: a guide with the same words comes first. */
function weightOf(place) {
  if (/\/(decisions|accuracy|models|performance|load-tests)/.test(place)) return 0.02
  return /\/(quick-start|test-outcomes|trust-factors|operations|going-live|hosted-page|webhooks|settings|commands|monitoring)\b/.test(
    place,
  )
    ? 1.5
    : 1
}

/** "Quick start" also matches "quickstart". */
function joinedWords(heading) {
  const words = heading.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.map((word, at) => word + (words[at + 1] ?? '')).join(' ')
}
