import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { findSpecimenWords } from '../../../../src/vision/document/checks/specimen-words.ts'

const { specimenWords } = openCatalogue()
const line = (text: string, confidence = 0.9) => ({ text, confidence })
const found = (texts: string[], values: string[] = []) =>
  findSpecimenWords(
    texts.map((text) => line(text)),
    values.map((value) => ({ value })),
    specimenWords,
  )

describe('words that mark a specimen', () => {
  it('are found in any script that is read, alone or within a line, with a letter misread', () => {
    assert.deepEqual(found(['REPUBLIKA', 'VZOR']), ['VZOR'])
    assert.deepEqual(found(['Образец']), ['ОБРАЗЕЦ'])
    assert.deepEqual(found(['ΔΕΙΓΜΑ']), ['ΔΕΙΓΜΑ'])
    assert.deepEqual(found(['CA DMV SPECIMEN · D1234567']), ['SPECIMEN'])
    assert.deepEqual(found(['SPECIMFN']), ['SPECIMEN'])
    assert.deepEqual(found(['wzór']), ['WZÓR'])
    assert.deepEqual(found(['S P E C I M E N']), ['SPECIMEN'])
  })

  it('are not found in the name of somebody who is called so', () => {
    assert.deepEqual(found(['MUSTER', 'HANNA'], ['MUSTER', 'HANNA']), [])
    assert.deepEqual(found(['HANNA MUSTER'], ['HANNA MUSTER']), [])
    assert.deepEqual(found(['MUSTERMANN']), [])
  })

  it('are not made of noise', () => {
    assert.deepEqual(findSpecimenWords([line('SPECIMEN', 0.3)], [], specimenWords), [])
    assert.deepEqual(found(['MINT', 'SIMPLE', 'MASTER']), [])
  })
})
