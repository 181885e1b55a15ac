/** Looks for all words of a question in every part of the site, here in the browser; the words go nowhere. */
export function openSearch() {
  const form = document.querySelector('.search')
  const input = form?.querySelector('input')
  if (!form || !input) return
  const list = form.querySelector('.found')
  const status = form.querySelector('[role=status]')
  let index
  const load = async () => {
    index ??= fetch('/docs/search.json').then((answer) => answer.json())
    return index
  }
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  input.addEventListener('focus', load)
  input.addEventListener('input', async () => {
    const parts = await load()
    const found = find(parts, input.value)
    list.replaceChildren(...found.slice(0, 12).map(item))
    status.textContent = !input.value.trim() ? '' : found.length ? `${found.length} found` : 'Nothing found'
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) return
    event.preventDefault()
    input.focus()
  })
}

/** The best first: a word in a heading counts for more than one in the text. */
function find(parts, question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return []
  return parts
    .map((part) => ({ ...part, score: words.map((word) => scoreOf(part, word)) }))
    .filter(({ score }) => score.every((each) => each > 0))
    .map((part) => ({
      ...part,
      score: part.score.reduce((sum, each) => sum + each, 0),
      excerpt: cut(part.text, words),
    }))
    .sort((a, b) => b.score - a.score)
}

function scoreOf({ heading, page, text }, word) {
  const has = (words) => words.toLowerCase().includes(word)
  return (heading.toLowerCase() === word ? 20 : 0) + (has(heading) ? 10 : 0) + (has(page) ? 4 : 0) + (has(text) ? 1 : 0)
}

/** The words around the first hit. */
function cut(text, words) {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)))
  const from = Math.max(0, at - 40)
  return `${from ? '…' : ''}${text.slice(from, from + 120)}${text.length > from + 120 ? '…' : ''}`
}

function item({ place, page, heading, excerpt }) {
  const link = document.createElement('a')
  link.href = place
  const title = document.createElement('strong')
  title.textContent = heading
  const where = document.createElement('span')
  where.className = 'words'
  where.textContent = page === heading ? excerpt : `${page}: ${excerpt}`
  link.append(title, where)
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}
