import { openIndex } from './rank.js'

/** Searches every part of the site for all words of a question, in the browser; the words are not sent anywhere. */
export function openSearch() {
  const form = document.querySelector('.search')
  const input = form?.querySelector('input')
  if (!form || !input) return
  const list = form.querySelector('.found')
  const status = form.querySelector('[role=status]')
  let index
  const load = () => {
    index ??= loadIndex()
    return index
  }
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  input.addEventListener('focus', load)
  input.addEventListener('input', async () => {
    const find = await load()
    const found = find(input.value)
    list.replaceChildren(...found.slice(0, 12).map((part) => item(part, input.value)))
    status.textContent = !input.value.trim() ? '' : found.length ? `${found.length} found` : 'Nothing found'
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) return
    event.preventDefault()
    input.focus()
  })
}

async function loadIndex() {
  const [{ default: MiniSearch }, answer] = await Promise.all([import('./minisearch.js'), fetch('/docs/search.json')])
  return openIndex(MiniSearch, await answer.json())
}

/** The words around the first hit. */
function cut(text, words) {
  const low = text.toLowerCase()
  const at = Math.max(0, low.indexOf(words.filter(Boolean).find((word) => low.includes(word)) ?? ''))
  const from = Math.max(0, at - 40)
  return `${from ? '…' : ''}${text.slice(from, from + 120)}${text.length > from + 120 ? '…' : ''}`
}

function item({ place, page, heading, text, terms }, question) {
  const excerpt = cut(text, [...question.toLowerCase().split(/\s+/), ...terms])
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
