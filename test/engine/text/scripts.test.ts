import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unifyScripts } from '../../../src/engine/text/scripts.ts'

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
