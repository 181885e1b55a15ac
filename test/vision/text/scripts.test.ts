import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { followPage, unifyScripts } from '../../../src/vision/text/scripts.ts'

describe('letters that look alike in several scripts', () => {
  it('follow the letters of their word that only one script has', () => {
    assert.equal(unifyScripts('ПPIЗBИЩE'), 'ПРІЗВИЩЕ')
    assert.equal(unifyScripts('ΔIABATHPIO'), 'ΔΙΑΒΑΤΗΡΙΟ')
    assert.equal(unifyScripts('SURNАМЕ'), 'SURNAME')
  })

  it('follow their line where a word has none', () => {
    assert.equal(unifyScripts('ПАСПОРТ TAPAC'), 'ПАСПОРТ ТАРАС')
    assert.equal(unifyScripts('ТОМА SMITH'), 'TOMA SMITH')
  })

  it('are Latin where nothing says otherwise, as in document numbers', () => {
    assert.equal(unifyScripts('ВА 123456'), 'BA 123456')
  })

  it('keep each word of a bilingual label in its own script', () => {
    assert.equal(unifyScripts('Презиме / Surname'), 'Презиме / Surname')
  })

  it('change nothing of a text in one script, and never its length', () => {
    for (const text of ['AZƏRBAYCAN RESPUBLİKASI', 'Український', 'ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ', '12.08.1974 <<']) {
      assert.equal(unifyScripts(text), text)
    }
  })
})

describe('a line of nothing but look-alikes', () => {
  const page = (...texts: string[]) => followPage(texts.map((text) => ({ text }))).map(({ text }) => text)
  const cyrillic = ['РОССИЙСКАЯ ФЕДЕРАЦИЯ', 'ПАСПОРТ ГРАЖДАНИНА', 'ИМЯ ДМИТРИЙ']

  it('follows a page that is in one script', () => {
    assert.equal(page(...cyrillic, 'KOCTACEP').at(-1), 'КОСТАСЕР')
  })

  it('stays Latin on a page in two scripts, and on one that shows too little', () => {
    assert.equal(page(...cyrillic, 'RUSSIAN FEDERATION PASSPORT', 'KOCTACEP').at(-1), 'KOCTACEP')
    assert.equal(page('ФЕДЕРАЦИЯ', 'KOCTACEP').at(-1), 'KOCTACEP')
  })

  it('is not turned where it is a number, a category or in part of another script', () => {
    assert.deepEqual(page(...cyrillic, 'AB 1234 AHTEC', 'CE', 'KOCTACEPL').slice(3), [
      'AB 1234 AHTEC',
      'CE',
      'KOCTACEPL',
    ])
  })
})
