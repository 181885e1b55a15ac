import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PAGE_TEXTS } from '../../../src/kernel/tenants/contract/page-texts.ts'
import { readTenantSettings } from '../../../src/kernel/tenants/tenant-settings.ts'
import { loadTexts } from '../../../src/kernel/texts/languages.ts'

const english = await loadTexts('en-US')

const read = (texts: unknown) => readTenantSettings({ texts }, 90)
const refusal = (texts: unknown) => {
  const outcome = read(texts)
  return outcome.ok ? undefined : outcome.refusal
}

describe('the texts of the hosted page that a tenant words again', () => {
  it('are sentences of the page, each with the values that the page fills in', () => {
    for (const [key, values] of Object.entries(PAGE_TEXTS)) {
      const sentence = (english as Record<string, string>)[key]
      assert.ok(sentence, `the page has no sentence ${key}`)
      const found = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepEqual(found.toSorted(), [...values].toSorted(), key)
    }
  })

  it('take the sentences of the page themselves, in any language', () => {
    const all = Object.fromEntries(Object.keys(PAGE_TEXTS).map((key) => [key, english[key as keyof typeof english]]))
    assert.deepEqual(read({ 'en-US': all, 'ar-SA': { start: 'ابدأ' } }).ok, true)
  })

  const refused: [string, unknown, RegExp][] = [
    ['an unknown key', { 'en-US': { welcomeTytle: 'Hello' } }, /en-US\.welcomeTytle is not a text of the page/],
    ['a name every object has', { 'en-US': { constructor: 'Hello' } }, /constructor is not a text/],
    ['a sentence that belongs to a code', { 'en-US': { FACE_TOO_CLOSE: 'Hello' } }, /is not a text of the page/],
    ['an unknown language', { 'en-GB': { start: 'Go' } }, /has no locale 'en-GB'/],
    ['a value that the page does not know', { 'en-US': { welcomeAsks: '{nmae} asks.' } }, /has no value \{nmae\}/],
    [
      'a sentence that lost its value',
      { 'de-DE': { privacyText: 'Wir löschen bald.' } },
      /must contain the value \{days\}/,
    ],
    ['half a value', { 'en-US': { doneReturn: 'Back in {seconds} or {' } }, /brace that belongs to no value/],
    ['markup', { 'en-US': { start: '<b>Go</b>' } }, /plain text/],
    ['a second line', { 'en-US': { start: 'Go\nnow' } }, /one line/],
    ['a turned direction', { 'en-US': { start: 'Go \u202Ewon' } }, /plain text/],
    ['too much', { 'en-US': { start: 'x'.repeat(301) } }, /at most 300 characters/],
    ['nothing', { 'en-US': { start: '  ' } }, /must be a text/],
    ['what is no text', { 'en-US': { start: 1 } }, /must be a text/],
    ['a list', ['start'], /texts by locale/],
    ['a sentence where a language belongs', { 'en-US': 'Go' }, /texts by name/],
  ]
  for (const [what, texts, words] of refused) it(`refuse ${what}`, () => assert.match(refusal(texts) ?? 'taken', words))
})
