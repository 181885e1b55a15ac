import { posix } from 'node:path'

/** Where a file of the repository is on the site; undefined where it is not shown. */
export function placeOf(file: string): string | undefined {
  if (file === 'openapi.json') return '/openapi.json'
  if (file === 'README.md') return '/docs/guides/overview'
  if (/^docs\/(plots|screenshots)\/[\w.-]+$/.test(file)) return `/${file}`
  // The front page of a folder stands for it, unless a guide of that name does.
  const front = /^(?:docs\/)?(examples|packages\/\w+|deploy)\/README\.md$/.exec(file)?.[1]
  const name = front ?? /^(?:docs\/)?(.+)\.md$/.exec(file)?.[1]
  if (name && !/^(README|CHANGELOG|CONTRIBUTING|SECURITY)$/.test(name)) return `/docs/guides/${name}`
  return /^docs\/examples\/[\w./-]+\.\w+$/.test(file) ? `/docs/guides/${file.slice('docs/'.length)}` : undefined
}

/** Where a link of a file leads on the site: a page of it, another site, or nowhere. */
export function resolveLink(from: string, href: string, isShown: (file: string) => boolean): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', hash] = href.split('#')
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, '')
  const shown = [file, `${file}/README.md`].find(isShown)
  const place = shown === undefined ? undefined : placeOf(shown)
  return place && (hash ? `${place}#${hash}` : place)
}

/** The anchor of a heading, as the pages link to it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/<[^>]+>|&\w+;/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
