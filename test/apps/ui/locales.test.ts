import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sentencesOf } from '../../../src/apps/hosted-page/sentences.ts'
import { LOCALES } from '../../../src/kernel/session/session-words.ts'
import { chooseLocale, fill } from '../../../src/kernel/texts/languages.ts'

const english = await load('en-US')
const VALUES = { name: 'Utopia Bank', days: 90, age: 18 }
const LONGEST_LINE = 140

/** Words that are the same in both languages, so that an untranslated sentence still stands out. */
const SAME = /^(Start|Reference: \{reference\}|Selfie)$/

describe('the hosted page speaks', () => {
  it('Japanese by the code of the specification, and by that of the standard', () => {
    assert.equal(chooseLocale('jp-JP', undefined, []), 'jp-JP')
    assert.equal(chooseLocale('ja-JP', 'sk-SK', []), 'jp-JP')
    assert.equal(chooseLocale('xx-XX', 'sk-SK', []), 'sk-SK')
  })

  it('another language where the address asks for a name that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      assert.equal(chooseLocale(name, 'sk-SK', []), 'sk-SK', name)
  })

  for (const locale of LOCALES) {
    it(`${locale}: plain text in two files, each sentence in one of them`, async () => {
      const [first, rest] = await Promise.all([file(`${locale}.first.json`), file(`${locale}.json`)])
      assert.deepEqual(Object.keys(first), Object.keys(await file('en-US.first.json')))
      for (const [key, sentence] of [...Object.entries(first), ...Object.entries(rest)])
        assert.equal(typeof sentence, 'string', key)
      for (const key of Object.keys(first)) assert.ok(!(key in rest), `${key} is in both files`)
    })

    it(`${locale}: every sentence, with the same values in it`, async () => {
      const texts = await load(locale)
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort())
      for (const [key, sentence] of Object.entries(texts)) {
        assert.ok(sentence.trim(), `${key} is empty`)
        assert.deepEqual(valuesIn(sentence), valuesIn(english[key] ?? ''), key)
        if (locale !== 'en-US' && !SAME.test(sentence)) assert.notEqual(sentence, english[key], `${key} is in English`)
      }
    })

    it(`${locale}: our own words for whoever asks, without a second comma or full stop after them`, async () => {
      const texts = await load(locale)
      const values = { ...VALUES, name: texts.consentWho ?? '' }
      for (const [key, sentence] of Object.entries(texts))
        assert.doesNotMatch(fill(sentence, values, locale), /,\s?[,.;:)]/, key)
    })

    it(`${locale}: what is asked for in short lines, all of them shown at once`, async () => {
      const { consentText = '', consentReturning = '', consentAge = '', consentElse = '' } = await load(locale)
      const lines = [consentText, consentReturning, consentAge, consentElse].map((text) =>
        sentencesOf(fill(text, VALUES, locale), locale),
      )
      assert.deepEqual(
        lines.map(({ length }) => length),
        [4, 4, 4, 2],
      )
      for (const line of lines.flat()) assert.ok(line.length <= LONGEST_LINE, line)
    })
  }
})

async function load(locale: string): Promise<Record<string, string>> {
  return { ...(await file(`${locale}.first.json`)), ...(await file(`${locale}.json`)) }
}

const valuesIn = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([value]) => value).sort()

async function file(name: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(new URL(`../../../src/kernel/texts/locales/${name}`, import.meta.url), 'utf8'))
}
