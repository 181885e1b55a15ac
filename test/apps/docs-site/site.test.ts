import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import MiniSearch from 'minisearch'
import { startTestApp, type TestApp } from '../../support/app.ts'

interface Found {
  place: string
  heading: string
  text: string
}
const { openIndex } = (await import(new URL('../../../src/apps/docs-site/browser/rank.js', import.meta.url).href)) as {
  openIndex(search: typeof MiniSearch, parts: Found[]): (question: string) => Found[]
}

const { anchorOf, placeOf, renderGuide, resolveLink } = (await import(
  new URL('../../../tools/site.mjs', import.meta.url).href
)) as {
  anchorOf(heading: string): string
  placeOf(file: string): string | undefined
  renderGuide(
    file: string,
    text: string,
    isShown: (file: string) => boolean,
  ): { title: string; body: string; sections: { anchor: string; text: string }[] }
  resolveLink(from: string, href: string, isShown: (file: string) => boolean): string | undefined
}

describe('the documentation as a site', () => {
  let test: TestApp
  const pages = new Map<string, string>()
  const linksOf = (text: string) =>
    [...text.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  before(async () => {
    test = await startTestApp()
    const parts: { place: string }[] = (await test.app.inject('/docs/search.json')).json()
    const open = ['/docs', ...parts.map(({ place }) => place.split('#')[0] ?? '')]
    for (let place = open.pop(); place; place = open.pop()) {
      if (pages.has(place)) continue
      const { statusCode, body, headers } = await test.app.inject(place)
      assert.equal(statusCode, 200, place)
      if (!/html/.test(String(headers['content-type']))) continue
      pages.set(place, body)
      for (const href of linksOf(body)) {
        const [path = ''] = href.split('#')
        if (path.startsWith('/docs/guides')) open.push(path)
      }
    }
  })
  after(() => test.close())

  it('shows every guide, and no link on it leads nowhere', async () => {
    assert.ok(pages.size > 60, `${pages.size} pages`)
    const idsOf = new Map(
      [...pages].map(([place, text]) => [place, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    )
    const lost: string[] = []
    for (const [place, text] of pages)
      for (const href of linksOf(text).filter((each) => !/^(https?|mailto|data):/.test(each))) {
        const [path, anchor] = href.startsWith('#') ? [place, href.slice(1)] : (href.split('#') as [string, string?])
        const ids = idsOf.get(path)
        if (anchor && ids && !ids.has(anchor)) lost.push(`${place} → ${href}`)
        if (!ids && (await test.app.inject(path)).statusCode === 404 && !/^\/(demo|console)/.test(path))
          lost.push(`${place} → ${href}`)
      }
    assert.deepEqual(lost, [])
  })

  it('asks nobody else for anything: strict policy, no inline script or style, pictures of its own', async () => {
    for (const [place, text] of pages) {
      const { headers } = await test.app.inject(place)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.doesNotMatch(
        text.replace(/<code>[\s\S]*?<\/code>/g, ''),
        /<script(?! type="module" src="\/docs\/browser\/page\.js")|\sstyle=|\son\w+="/,
        place,
      )
      for (const [, source = ''] of text.matchAll(/<img src="([^"]+)"/g))
        assert.equal((await test.app.inject(source)).statusCode, 200, `${place} shows ${source}`)
    }
  })

  it('leaves no mark of its writing behind', () => {
    for (const [place, text] of pages) {
      const words = text.replace(/<(pre|code)[^>]*>[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, '')
      assert.doesNotMatch(words, /\*\*\w|\]\(|^\|/m, place)
    }
  })

  it('finds every part of every page, and the codes', async () => {
    const index: { place: string; heading: string; text: string }[] = (
      await test.app.inject('/docs/search.json')
    ).json()
    for (const place of [...pages.keys()].filter((each) => each !== '/docs'))
      assert.ok(
        index.some((part) => part.place.startsWith(place)),
        place,
      )
    assert.ok(
      index.some(({ heading, place }) => heading === 'RESULTS_NOT_READY' && place === '/docs#RESULTS_NOT_READY'),
    )
    assert.ok(
      index.some(({ heading, place }) => heading === 'Releases' && place === '/docs/guides/operations#releases'),
    )
  })

  it('finds what people look for where they expect it, also by a word that is misspelt', async () => {
    const find = openIndex(MiniSearch, (await test.app.inject('/docs/search.json')).json())
    const places = (question: string) => [...new Set(find(question).map(({ place }) => place.split('#')[0] ?? ''))]
    assert.equal(places('quickstart')[0], '/docs/guides/quick-start')
    assert.equal(places('quick start')[0], '/docs/guides/quick-start')
    assert.ok(places('sandbox').slice(0, 2).includes('/docs/guides/test-outcomes'), places('sandbox').join())
    assert.match(find('webhok')[0]?.heading ?? '', /webhook/i)
    const [limit] = find('rate limit')
    assert.match(`${limit?.heading} ${limit?.text}`, /RATE_LIMIT|too many requests/i)
    assert.ok(!/decisions|accuracy/.test(places('liveness')[0] ?? 'decisions'), places('liveness').join())
    assert.equal(find('RESULTS_NOT_READY')[0]?.place, '/docs#RESULTS_NOT_READY')
    assert.equal(find('xyzzyq').length, 0)
  })

  it('shows the front page of the repository with its pictures', () => {
    const text = pages.get('/docs/guides/overview') ?? ''
    assert.match(text, /<h2 id="quick-start">/)
    assert.match(text, /<img src="\/docs\/screenshots\/phone-en-US-1-welcome\.webp"/)
    assert.doesNotMatch(text, /&lt;(p|img)/)
  })

  it('gives nothing but its own files', async () => {
    for (const place of [
      '/docs/plots/..%2f..%2fpackage.json',
      '/docs/screenshots/none.webp',
      '/docs/guides/none',
      '/docs/guides/../../package.json',
      '/docs/browser/..%2fpage.ts',
    ])
      assert.equal((await test.app.inject(place)).statusCode, 404, place)
  })
})

describe('a guide', () => {
  const rendered = (text: string) => renderGuide('docs/a.md', text, (file) => file === 'docs/b.md')

  it('is rendered block by block, code by its fence or its indent', () => {
    const { title, body, sections } = rendered(
      '# A\n\nOne\ntwo.\n\n- a\n  - b `|`\n- c\n\n| x | y |\n|---|--:|\n| 1 | `a\\|b` |\n\n```sh\n# no heading\n```\n\n    npm start\n',
    )
    assert.equal(title, 'A')
    const code = (label: string, text: string) =>
      `<div class="code"><pre tabindex="0" aria-label="${label}"><code>${text}</code></pre></div>`
    const table =
      '<table><thead><tr><th scope="col">x</th><th scope="col">y</th></tr></thead><tbody><tr><td>1</td><td><code>a|b</code></td></tr></tbody></table>'
    assert.equal(
      body.replaceAll('\n', ''),
      [
        '<h1 id="a">A</h1><p>Onetwo.</p>',
        '<ul><li>a<ul><li>b <code>|</code></li></ul></li><li>c</li></ul>',
        `<div class="wide" role="group" aria-label="Table" tabindex="0">${table}</div>`,
        code('Code, sh', '<span class="c"># no heading</span>'),
        code('Code', 'npm start'),
      ].join(''),
    )
    const [section] = sections
    assert.equal(section?.anchor, 'a')
    assert.match(section?.text ?? '', /^One two\. a b \| c x y 1 a\|b # no heading npm start$/)
  })

  it('is escaped, but for its own marks', () => {
    assert.equal(
      rendered(
        '**a** *b* `<c>` [d `e`](b.md) [f](src/f.ts) <script>x</script> 2 * 3 * 4 <sub>5</sub> <!-- 6 -->~7 ~8 https://nine.example',
      ).body,
      '<p><strong>a</strong> <em>b</em> <code>&lt;c&gt;</code> <a href="/docs/guides/b">d <code>e</code></a> f &lt;script&gt;x&lt;/script&gt; 2 * 3 * 4 <sub>5</sub> ~7 ~8 https://nine.example</p>\n',
    )
  })

  it('has a place on the site, and leads to others', () => {
    assert.equal(placeOf('docs/examples/README.md'), '/docs/guides/examples')
    assert.equal(placeOf('packages/client/README.md'), '/docs/guides/packages/client')
    assert.equal(placeOf('src/main.ts'), undefined)
    const shown = (file: string) => file === 'docs/a.md' || file === 'docs/examples/README.md'
    assert.equal(resolveLink('docs/b.md', 'a.md#how-it-is', shown), '/docs/guides/a#how-it-is')
    assert.equal(resolveLink('docs/b.md', 'examples', shown), '/docs/guides/examples')
    assert.equal(resolveLink('docs/b.md', '../src/main.ts', shown), undefined)
    assert.equal(anchorOf('What was tested, and what was not'), 'what-was-tested-and-what-was-not')
  })
})
