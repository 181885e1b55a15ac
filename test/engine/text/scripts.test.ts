import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneScript } from '../../../src/engine/text/scripts.ts'

describe('letters that look alike in several scripts', () => {
  it('follow the letters of their word that only one script has', () => {
    assert.equal(oneScript('ПPIЗBИЩE'), 'ПРІЗВИЩЕ')
    assert.equal(oneScript('ΔIABATHPIO'), 'ΔΙΑΒΑΤΗΡΙΟ')
    assert.equal(oneScript('SURNАМЕ'), 'SURNAME')
  })

  it('follow their line where a word has none', () => {
    assert.equal(oneScript('ПАСПОРТ TAPAC'), 'ПАСПОРТ ТАРАС')
    assert.equal(oneScript('ТОМА SMITH'), 'TOMA SMITH')
  })

  it('are Latin where nothing says otherwise, as in document numbers', () => {
    assert.equal(oneScript('ВА 123456'), 'BA 123456')
  })

  it('keep each word of a bilingual label in its own script', () => {
    assert.equal(oneScript('Презиме / Surname'), 'Презиме / Surname')
  })

  it('change nothing of a text in one script, and never its length', () => {
    for (const text of ['AZƏRBAYCAN RESPUBLİKASI', 'Український', 'ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ', '12.08.1974 <<']) {
      assert.equal(oneScript(text), text)
    }
  })
})
