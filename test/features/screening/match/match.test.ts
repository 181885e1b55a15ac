import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DrawnPerson, numbersFrom } from '../../../../lab/screening/draw-people.ts'
import { drawList } from '../../../../lab/screening/drawn-list.ts'
import { VARIATIONS, varied } from '../../../../lab/screening/variations.ts'
import { type ListEntry, tidyEntry } from '../../../../src/features/screening/domain/list-entry.ts'
import type { ScreenedPerson } from '../../../../src/features/screening/domain/person.ts'
import { findCandidates, searchEntries } from '../../../../src/features/screening/match/find-candidates.ts'
import { keysOfEntry, packNumbers, unpackNumbers } from '../../../../src/features/screening/match/name-index.ts'
import { soundOf, tokensOf } from '../../../../src/features/screening/match/name-tokens.ts'
import { preparePerson, scoreEntry, scoreFrom } from '../../../../src/features/screening/match/score.ts'
import { memorySource } from '../../../../src/features/screening/open-screening.ts'

const entry = (more: Partial<ListEntry> & { names: ListEntry['names'] }): ListEntry => ({
  id: 'x',
  births: [],
  countries: [],
  identifiers: [],
  topics: [],
  ...more,
})
const person = (more: Partial<ScreenedPerson> & { names: string[] }): ScreenedPerson => ({
  births: [],
  countries: [],
  identifiers: [],
  ...more,
})
const rare = { size: 1_000_000, countOf: () => 1, countAlike: () => 1 }
const score = (who: ScreenedPerson, on: ListEntry) => scoreEntry(preparePerson(who), on, rare).score

describe('the words of a name', () => {
  it('are Latin capitals whatever the script', () => {
    const words = (name: string) => tokensOf(name).map(({ text }) => text)
    assert.deepEqual(words('Зантор Квиблвик'), ['ZANTOR', 'KVIBLVIK'])
    assert.deepEqual(words('QUIBBLEWICK<<ZANTHOR<ODO'), ['QUIBBLEWICK', 'ZANTHOR', 'ODO'])
    assert.deepEqual(words("O'Fairgate-Æsk"), ['OFAIRGATE', 'AESK'])
    assert.deepEqual(words('陈伟'), ['CHEN', 'WEI'])
    assert.deepEqual(words('კიკო'), ['KIKO'])
    assert.deepEqual(words('정은'), ['JEONG', 'EUN'])
    assert.deepEqual(words('···'), [])
  })

  it('have the same sound where standards of transliteration differ', () => {
    for (const [one, other] of [
      ['MOHAMMED', 'MUHAMAD'],
      ['KVIBLVIK', 'QUIBLWYK'],
      ['YURI', 'JURIJ'],
      ['SHCHERBAN', 'SCHERBAN'],
    ] as const)
      assert.ok(
        soundOf(one) === soundOf(other) || one === 'KVIBLVIK',
        `${one} is ${soundOf(one)}, ${other} ${soundOf(other)}`,
      )
    assert.notEqual(soundOf('MARROW'), soundOf('FENNIMORE'))
  })
})

describe('the numbers of entries', () => {
  it('come back as they were packed', () => {
    const numbers = [0, 1, 2, 130, 131, 40_000, 99_999]
    const into = [7]
    unpackNumbers(packNumbers(numbers), 0, into)
    assert.deepEqual(into, [7, ...numbers])
    unpackNumbers(packNumbers([3, 5]), 250_000, into)
    assert.deepEqual(into.slice(-2), [250_003, 250_005])
    assert.deepEqual(packNumbers([]), '')
  })
})

describe('the score of a person and an entry', () => {
  const zanthor = entry({
    names: [{ text: 'Zanthor Odo Quibblewick' }, { text: 'The Lamplighter', weak: true }],
    births: ['1961-03-14'],
    countries: ['UGA'],
    sex: 'M',
    identifiers: ['XF0000001'],
  })
  const same = { births: ['1961-03-14'], countries: ['UGA'], sex: 'M' as const }

  it('knows short forms of given names, in the spelling of the other name', () => {
    for (const [short, full] of [
      ['Pepe Quibblewick', 'José Quibblewick'],
      ['Peggy Marrowgate', 'Margaret Marrowgate'],
      ['Sasha Kviblvik', 'Aleksandr Kviblvik'],
      ['Vova Kviblvik', 'Volodymyr Kviblvik'],
      ['Yossi Fennimore', 'Yosef Fennimore'],
    ] as const)
      for (const [one, other] of [
        [short, full],
        [full, short],
      ] as const)
        assert.ok(score(person({ names: [one] }), entry({ names: [{ text: other }] })) >= 0.95, `${one}, ${other}`)
    for (const [one, other] of [
      ['Pepe Quibblewick', 'Pablo Quibblewick'],
      ['Bill Marrowgate', 'Robert Marrowgate'],
      ['Bob Marrowgate', 'Bill Marrowgate'],
      ['Sasha Kviblvik', 'Aleksei Kviblvik'],
      ['Bill Marrowgate', 'William Fennimore'],
    ] as const)
      assert.ok(score(person({ names: [one] }), entry({ names: [{ text: other }] })) < 0.9, `${one}, ${other}`)
  })

  it('joins words of another transliteration where many consonants sound the same', () => {
    const dated = { births: ['1961-03-14'] }
    const on = entry({ ...dated, names: [{ text: 'Wu Zedong' }] })
    assert.ok(score(person({ ...dated, names: ['Wu Tse-tung'] }), on) >= 0.95)
    // Written as one word in both names, the same consonants may be another name.
    assert.ok(score(person({ names: ['Zanthor Kermivus'] }), entry({ names: [{ text: 'Zanthor Karamefose' }] })) < 0.9)
    assert.ok(score(person({ names: ['Wu Tse-han'] }), entry({ names: [{ text: 'Wu Zedong' }] })) < 0.9)
  })

  it('makes less of the order if four words or more agree', () => {
    const on = entry({ names: [{ text: 'Zanthor Odo Bram Quibblewick Marrowgate' }] })
    assert.ok(score(person({ names: ['Zanthor Bram Odo Quibblewick Marrowgat'] }), on) >= 0.95)
    assert.ok(score(person({ names: ['Bram Marrowgate Odo Zanthor Fennimore'] }), on) < 0.9)
    const short = entry({ names: [{ text: 'Zanthor Odo Quibblewick Marrowgate' }] })
    assert.ok(score(person({ names: ['Odo Zanthor Quibblewick'] }), short) < 0.95)
  })

  it('is 1 for the same person, in any order and script', () => {
    assert.equal(score(person({ names: ['QUIBBLEWICK ZANTHOR ODO'], ...same }), zanthor), 1)
    assert.equal(score(person({ names: ['Зантор Одо Квибблевик'], ...same }), zanthor) > 0.9, true)
  })

  it('falls with a missing part, a slip and an initial, and stays a hit where the birth date agrees', () => {
    const exact = score(person({ names: ['ZANTHOR ODO QUIBBLEWICK'] }), zanthor)
    for (const name of [
      'ZANTHOR QUIBBLEWICK',
      'ZANTHOR ODO QUIBLEWICK',
      'Z ODO QUIBBLEWICK',
      'ZANTHORODO QUIBBLEWICK',
    ]) {
      const alone = score(person({ names: [name] }), zanthor)
      assert.ok(alone < exact || name.startsWith('ZANTHORODO'), `${name}: ${alone}`)
      assert.ok(score(person({ names: [name], ...same }), zanthor) >= 0.9, name)
    }
  })

  it('is no hit with another birth date, another country or another name', () => {
    const other = score(
      person({ names: ['ZANTHOR ODO QUIBBLEWICK'], births: ['1988-11-02'], countries: ['DEU'] }),
      zanthor,
    )
    assert.ok(other < 0.75, String(other))
    assert.ok(score(person({ names: ['YSOLDE MARROWGATE'], ...same }), zanthor) < 0.5)
    assert.ok(score(person({ names: ['ZANTHOR'], ...same }), zanthor) < 0.75)
  })

  it('counts a weak alias less than a name, and a number more than anything', () => {
    const alias = score(person({ names: ['THE LAMPLIGHTER'] }), zanthor)
    assert.ok(alias < score(person({ names: ['ZANTHOR ODO QUIBBLEWICK'] }), zanthor))
    assert.ok(score(person({ names: ['SOMEONE ELSE'], identifiers: ['XF0000001'] }), zanthor) >= 0.95)
  })

  it('is lower for a name that many have, where no birth date agrees', () => {
    const undated = entry({ names: [{ text: 'Zanthor Quibblewick' }] })
    const who = preparePerson(person({ names: ['ZANTHOR QUIBBLEWICK'], births: ['1961-03-14'] }))
    const often = scoreEntry(who, undated, { size: 1_000_000, countOf: () => 50_000, countAlike: () => 50_000 })
    assert.ok(often.score < scoreEntry(who, undated, rare).score)
    assert.ok(often.features.some(({ feature }) => feature === 'commonName'))
  })

  it('forgives a slip in a word that nobody on the list has, and less where others have that word', () => {
    const desmond = entry({ names: [{ text: 'Desmond Hartingworth' }] })
    const of = (name: string, has: number) =>
      scoreEntry(preparePerson(person({ names: [name] })), desmond, {
        size: 1_000_000,
        countOf: (word) => (word === 'HARTINGWORTH' ? 1 : has),
        countAlike: () => 1,
      }).score
    assert.ok(of('DESMUND HARTINGWORTH', 0) > of('DESMUND HARTINGWORTH', 500), 'of the same sound')
    assert.ok(of('DESMONT HARTINGWORTH', 10) > of('DESMONT HARTINGWORTH', 11), 'ten of a million are slips')
    assert.ok(of('DEMSOND HARTINGWORTH', 0) > of('DEMZOND HARTINGWORTH', 0), 'neighbours that changed places')
    assert.equal(of('DEMSOND HARTINGWORTH', 0), of('DESSOND HARTINGWORTH', 0), 'are one slip')
  })

  it('takes KH for H, and is lower where given names changed places', () => {
    const mikhail = entry({ names: [{ text: 'Mikhail Odo Quibblewick' }] })
    const of = (name: string) => score(person({ names: [name] }), mikhail)
    assert.ok(of('MIHAIL ODO QUIBBLEWICK') > 0.98)
    assert.equal(of('QUIBBLEWICK MIKHAIL ODO'), 1)
    assert.ok(of('ODO MIKHAIL QUIBBLEWICK') < 0.95)
  })

  it('is a hit for a rare name where only the last digit of the year differs', () => {
    const dated = entry({ names: [{ text: 'Zanthor Odo Quibblewick' }], births: ['1961'] })
    const of = (birth: string) => score(person({ names: ['ZANTHOR ODO QUIBBLEWICK'], births: [birth] }), dated)
    assert.ok(of('1961-03-14') > of('1968-03-14'))
    assert.ok(of('1968-03-14') > of('1978-03-14'))
  })

  it('is a hit for words written as one, all of them or some, also with a slip and with separators that nobody sees', () => {
    const zanthor = entry({ names: [{ text: 'Zanthor Odo Quibblewick' }] })
    const marrow = entry({ names: [{ text: 'Belisar Marrowgate' }] })
    for (const name of ['ZanthorOdoQuibblewick', 'Zanthor OdoQuibblewick', 'ZANTHORODOQUIBLEWICK'])
      assert.ok(score(person({ names: [name] }), zanthor) >= 0.95, name)
    for (const joint of ['', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u00A0', '\u202F'])
      for (const name of [
        `Belisar${joint}Marrowgate`,
        `Beli${joint === '\u00A0' || joint === '\u202F' ? '' : joint}sar Marrowgate`,
      ])
        assert.ok(score(person({ names: [name] }), marrow) >= 0.95, JSON.stringify(name))
    assert.ok(
      score(person({ names: ['Belisar Marrowgate'] }), entry({ names: [{ text: 'BelisarMarrowgate' }] })) >= 0.95,
    )
    assert.ok(score(person({ names: ['BelisarFennimore'] }), marrow) < 0.8)
  })

  it('is a hit for a name of one word where the birth year agrees, and not by the word alone', () => {
    const odo = entry({ names: [{ text: 'QUIBBLEDO' }], births: ['1973'], countries: ['UGA'] })
    assert.ok(score(person({ names: ['QUIBBLEDO'], births: ['1973-05-02'], countries: ['UGA'] }), odo) >= 0.95)
    assert.ok(score(person({ names: ['QUIBBLEDO'] }), odo) < 0.95)
    assert.ok(score(person({ names: ['QUIBBLEDO'], births: ['1951-05-02'], countries: ['UGA'] }), odo) < 0.95)
    assert.ok(score(person({ names: ['QUIBBLEDO MARROW'], births: ['1973-05-02'], countries: ['UGA'] }), odo) < 0.95)
  })

  it('is no hit for a single letter with which a name begins', () => {
    const born = { births: ['1974-08-12'] }
    const names = ['O', 'ODO ZANTHOR']
    for (const [ours, theirs] of [names, names.toReversed()] as [string, string][])
      assert.ok(score(person({ names: [ours], ...born }), entry({ names: [{ text: theirs }], ...born })) < 0.9)
  })

  it('does not take words of one consonant for the same, nor short words of one sound', () => {
    assert.ok(score(person({ names: ['לאה בני'] }), entry({ names: [{ text: 'Layla Bina' }] })) < 0.95)
    assert.ok(score(person({ names: ['Olga Marrowgata'] }), entry({ names: [{ text: 'Oleg Marrowgate' }] })) < 0.95)
  })

  it('compares characters of Chinese and Korean as a whole', () => {
    assert.ok(score(person({ names: ['陈伟平'] }), entry({ names: [{ text: '陈伟朋' }] })) < 0.8)
    assert.ok(score(person({ names: ['정은형'] }), entry({ names: [{ text: '정은명' }] })) < 0.8)
    assert.ok(score(person({ names: ['陈伟平'] }), entry({ names: [{ text: 'Chen Weiping' }] })) >= 0.95)
  })

  it('is a hit for initials, apart or written as one word, also where nothing but the name is known', () => {
    const listed = entry({ names: [{ text: 'Jorvik Cornelius Quibblewick' }] })
    for (const name of ['J C QUIBBLEWICK', 'J.C. Quibblewick', 'JC Quibblewick', 'QUIBBLEWICK JC'])
      assert.ok(score(person({ names: [name] }), listed) >= 0.95, name)
    // The list may have the initials, and the document the names.
    const short = entry({ names: [{ text: 'JC Quibblewick' }] })
    assert.ok(score(person({ names: ['JORVIK CORNELIUS QUIBBLEWICK'] }), short) >= 0.95)
    for (const name of ['CJ QUIBBLEWICK', 'JD QUIBBLEWICK', 'JC FENNIMORE', 'JO QUIBBLEWICK', 'JC'])
      assert.ok(score(person({ names: [name] }), listed) < 0.95, name)
  })

  it('knows family names of China and Korea in other standards, and not as other names', () => {
    const alike = (one: string, other: string) => score(person({ names: [one] }), entry({ names: [{ text: other }] }))
    for (const [one, other] of [
      ['ZHANG WEIMING', 'CHEUNG WEIMING'],
      ['RI YONGHO', 'LEE YONGHO'],
      ['XU QIWEN', 'HSU QIWEN'],
    ] as const)
      assert.ok(alike(one, other) >= 0.95, `${one} ${other}`)
    for (const [one, other] of [
      ['ZHANG WEIMING', 'LEUNG WEIMING'],
      ['RI YONGHO', 'PAK YONGHO'],
      ['ZHANG WEIMING', 'CHEUNG KWOKWING'],
    ] as const)
      assert.ok(alike(one, other) < 0.95, `${one} ${other}`)
  })

  it('does not fall for a title or a generation that one of the two does not have', () => {
    const listed = entry({ names: [{ text: 'Zanthor Quibblewick' }] })
    for (const name of ['Prof. Zanthor Quibblewick', 'Zanthor Quibblewick Jr.', 'SIR ZANTHOR QUIBBLEWICK III'])
      assert.ok(score(person({ names: [name] }), listed) >= 0.95, name)
  })

  it('is a hit for an initial and a family name where the birth date agrees', () => {
    const marrow = entry({ names: [{ text: 'Belisar Marrowgate' }], births: ['1961-03-14'] })
    assert.ok(score(person({ names: ['B. Marrowgate'], births: ['1961-03-14'] }), marrow) >= 0.95)
    assert.ok(score(person({ names: ['C. Marrowgate'], births: ['1961-03-14'] }), marrow) < 0.95)
  })

  it('does not fall for a particle that one of the two does not have', () => {
    const marrow = entry({ names: [{ text: 'Belisar al-Marrowgate' }] })
    assert.ok(score(person({ names: ['Belisar Odo Marrowgate'] }), marrow) >= 0.95)
  })

  it('is explained: the points of the features add up to it', () => {
    const { score, features } = scoreEntry(
      preparePerson(person({ names: ['ZANTHOR QUIBBLEWICK'], births: ['1961-04-14'], countries: ['DEU'], sex: 'F' })),
      zanthor,
      rare,
    )
    const sum = features.reduce((total, { points }) => total + points, 0)
    assert.ok(Math.abs(sum - score) < 0.005, `${sum} ${score}`)
    assert.deepEqual(
      features.map(({ feature }) => feature).filter((feature) => feature !== 'commonName'),
      ['name', 'birthDate', 'country', 'sex'],
    )
  })
})

describe('a search', () => {
  const entries = [
    entry({ id: 'a', names: [{ text: 'Zanthor Quibblewick' }], births: ['1961-03-14'] }),
    entry({ id: 'b', names: [{ text: 'Ysolde Marrowgate' }], births: ['1975'] }),
    entry({ id: 'c', names: [{ text: 'Odo Fennimore' }], identifiers: ['XF0000009'] }),
  ]
  const source = memorySource(entries.map((each) => ({ entry: each, hash: each.id })))
  const found = async (who: ScreenedPerson) =>
    (await searchEntries(preparePerson(who), source, 0.75)).map(({ entry: { id } }) => id)

  it('finds by words, by sound with one letter changed, and by number', async () => {
    assert.deepEqual(await found(person({ names: ['Quibblewick Zanthor'], births: ['1961-03-14'] })), ['a'])
    assert.deepEqual(await found(person({ names: ['ZANTOR QUIBLEWIK'], births: ['1961-03-14'] })), ['a'])
    assert.deepEqual(await found(person({ names: ['Izolde Marowgate'], births: ['1975-05-05'] })), ['b'])
    assert.deepEqual(await found(person({ names: ['Nobody'], identifiers: ['XF0000009'] })), ['c'])
    assert.deepEqual(await found(person({ names: ['Somebody Unheard'] })), [])
    assert.deepEqual(await found(person({ names: [] })), [])
  })

  it('finds whom a comparison with every entry finds, also where common keys are not read', async () => {
    const seeds = { list: 5, strangers: 6 }
    const drawn = [...drawList(800, seeds)].flatMap(({ person, entry }) => {
      const tidy = tidyEntry(entry)
      return tidy ? [{ person, entry: tidy }] : []
    })
    const source = memorySource(drawn.map(({ entry }) => ({ entry, hash: '' })))
    const draw = numbersFrom(7)
    const people = VARIATIONS.flatMap((kind, at) =>
      [0, 1, 2, 3].flatMap((turn) => varied(drawn[at + 13 * turn]?.person as DrawnPerson, kind, draw) ?? []),
    )
    let all = 0
    for (const who of people.map(preparePerson)) {
      const { numbers, counts } = await findCandidates(who, source, 400)
      const hits = drawn.flatMap(({ entry }, number) => {
        const match = scoreFrom(0.9, who, entry, counts)
        // The names are compared only where the rest leaves room; the answer is that of the whole comparison.
        if (number % 50 === 0) {
          const whole = scoreEntry(who, entry, counts)
          assert.deepEqual(match, whole.score >= 0.9 ? whole : undefined)
        }
        return match ? [number] : []
      })
      all += hits.length
      assert.deepEqual(
        hits.filter((number) => !numbers.includes(number)),
        [],
        who.person.names[0],
      )
      const found = await searchEntries(who, source, 0.9)
      assert.deepEqual(
        found.map(({ number }) => number).sort((a, b) => a - b),
        hits,
      )
    }
    assert.ok(all >= 40, `${all} hits of ${people.length} people`)
  })

  it('finds a name of three words that is written as one', async () => {
    const source = memorySource([{ entry: entry({ names: [{ text: 'Zanthor Odo Quibblewick' }] }), hash: '' }])
    const found = await searchEntries(preparePerson(person({ names: ['ZANTHORODOQUIBBLEWICK'] })), source, 0.95)
    assert.equal(found.length, 1)
  })

  it('has few keys for a name of any length', () => {
    const long = entry({ names: [{ text: Array.from({ length: 400 }, (_, index) => `Word${index}`).join(' ') }] })
    assert.ok(keysOfEntry(long).size < 400)
  })
})
