/** How a language writes comments, and its words. Strings and numbers look alike in all of them. */
interface Grammar {
  comment: string
  words: string
}

const HASH = String.raw`(?<=^|\s)#[^\n]*`
const SLASHES = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))`
const SCRIPT: Grammar = {
  comment: SLASHES,
  words:
    'abstract as async await boolean break case catch class const continue default delete do else enum export extends false final finally for from func function if implements import in instanceof interface internal is let namespace new nil null object of override package private protected public readonly return static struct super switch this throw throws true try type typeof undefined using val var void when while with yield',
}
const SHELL: Grammar = {
  comment: HASH,
  words:
    'case cat cd curl do docker done echo elif else esac exit export fi for function git if in jq limen node npm npx set then while',
}
const PYTHON: Grammar = {
  comment: HASH,
  words:
    'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None not or pass raise return True try while with yield',
}
const DATA: Grammar = { comment: HASH, words: 'true false null' }
const MARKUP: Grammar = { comment: String.raw`<!--[\s\S]*?(?:-->|(?![\s\S]))`, words: '' }

const GRAMMARS: Record<string, Grammar> = {
  ...Object.fromEntries(
    ['ts', 'tsx', 'js', 'jsx', 'mjs', 'mts', 'java', 'cs', 'go', 'php', 'kt', 'kotlin', 'swift', 'dart'].map((name) => [
      name,
      SCRIPT,
    ]),
  ),
  TypeScript: SCRIPT,
  sh: SHELL,
  curl: SHELL,
  py: PYTHON,
  Python: PYTHON,
  json: { ...DATA, comment: SLASHES },
  yaml: DATA,
  yml: DATA,
  html: MARKUP,
  vue: MARKUP,
  xml: MARKUP,
}

// What is not closed ends with the line or the text, so that every character is looked at once.
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"?`
const STRINGS = String.raw`${QUOTED}|'(?:[^'\\\n]|\\.)*'?|${'`'}(?:[^${'`'}\\]|\\[\s\S])*${'`'}?`
const IN_SHELL = `${QUOTED}|'[^']*'?`

const known = new Map<Grammar, RegExp>()

const stringsOf = (grammar: Grammar): string =>
  grammar === SHELL ? IN_SHELL : grammar === MARKUP || grammar === DATA ? QUOTED : STRINGS

function patternOf(grammar: Grammar): RegExp {
  const words = grammar.words ? `\\b(?:${grammar.words.replaceAll(' ', '|')})\\b` : '<\\/?[\\w-]+|\\/?>'
  const made =
    known.get(grammar) ??
    new RegExp(`(?<c>${grammar.comment})|(?<s>${stringsOf(grammar)})|(?<n>\\b\\d[\\d.]*\\b)|(?<k>${words})`, 'gm')
  known.set(grammar, made)
  return made
}

/**
 * Code as markup: comments, strings, numbers and words of the language are marked. It is done once, when a page is made,
 * so a browser gets nothing but the page.
 */
export function highlight(code: string, language: string | undefined): string {
  const grammar = language === undefined ? undefined : GRAMMARS[language]
  if (!grammar) return escaped(code)
  let html = ''
  let at = 0
  for (const { index, 0: found, groups = {} } of code.matchAll(patternOf(grammar))) {
    const [kind] = Object.entries(groups).find(([, text]) => text !== undefined) ?? []
    html += `${escaped(code.slice(at, index))}<span class="${kind}">${escaped(found)}</span>`
    at = index + found.length
  }
  return html + escaped(code.slice(at))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
