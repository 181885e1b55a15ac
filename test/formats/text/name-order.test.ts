import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsOfName } from '../../../src/formats/text/compare.ts'

describe('a name in one line, surname first', () => {
  for (const [country, name, surname, given] of [
    ['CHN', '样某某', '样', '某某'],
    ['TWN', '歐陽某', '歐陽', '某'],
    ['KOR', '홍길동', '홍', '길동'],
    ['KOR', '남궁 보기', '남궁', '보기'],
    ['JPN', '見本 太郎', '見本', '太郎'],
    ['VNM', 'MẪU VĂN GIẢ', 'MẪU', 'VĂN GIẢ'],
    ['HKG', 'SPECIMEN, Zephyr', 'SPECIMEN', 'Zephyr'],
  ] as const)
    it(`${country} ${name}`, () => assert.deepEqual(partsOfName(name, country), { surname, given }))

  it('is not parted where nothing says how', () => {
    assert.equal(partsOfName('見本太郎', 'JPN'), undefined)
    assert.equal(partsOfName('ZEPHYR SPECIMEN', 'UTO'), undefined)
    assert.equal(partsOfName('ZEPHYR SPECIMEN', undefined), undefined)
    assert.equal(partsOfName('样', 'CHN'), undefined)
  })
})
