import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { personKey, personOf } from '../../../../src/features/screening/domain/person.ts'
import { watchlist } from '../../../../src/features/screening/rules/watchlist.ts'
import { readTenantSettings } from '../../../../src/kernel/tenants/tenant-settings.ts'
import { passport } from '../../../support/app.ts'

const document = { pages: [passport().reading] }

describe('the person who is compared with lists', () => {
  it('has every spelling that was read, the birth date, countries and numbers', () => {
    const person = personOf({ document })
    assert.ok(person.names.length > 0 && person.births.includes('1974-08-12'))
    assert.ok(person.countries.includes('UTO'))
    assert.equal(person.sex, 'F')
    assert.ok(person.identifiers.includes('L898902C3'))
  })

  it('is who a wallet says, where no document came', () => {
    const claims = {
      family_name: 'Specimen',
      given_name: 'Anna',
      birth_date: '1974-08-12',
      nationality: 'FR, DE',
      document_number: 'L8989-02',
    }
    assert.deepEqual(personOf({ credential: { claims } as never }), {
      names: ['Anna Specimen'],
      births: ['1974-08-12'],
      countries: ['FRA', 'DEU'],
      identifiers: ['L898902'],
    })
  })

  it('has the country of a nationality that is written with a translation, and no sex that a letter leaves open', () => {
    const printed = (name: 'nationality' | 'sex', value: string) => ({ ...document.pages[0]?.visual[0], name, value })
    const visual = [printed('nationality', 'T.C./TUR'), printed('sex', 'M')]
    const card = { side: 'FRONT', country: 'MEX', type: 'IDENTITY_CARD', visual }
    const person = personOf({ document: { pages: [card] } as never })
    assert.deepEqual(person.countries, ['TUR', 'MEX'])
    assert.equal(person.sex, undefined)
  })

  it('has nothing where nothing was read', () => {
    assert.deepEqual(personOf({}), { names: [], births: [], countries: [], identifiers: [] })
  })

  it('is another one with another name or birth date', () => {
    const person = personOf({ document })
    assert.equal(personKey(person), personKey({ ...person, names: person.names.toReversed() }))
    assert.notEqual(personKey(person), personKey({ ...person, births: ['1974-08-13'] }))
    assert.notEqual(personKey(person), personKey({ ...person, names: ['SOMEBODY ELSE'] }))
  })
})

describe('the factor of lists', () => {
  const lists = [{ name: 'tale', version: 1, sha256: '00', entries: 1 }]
  const evidence = { steps: ['document', 'face'] as const, today: '2026-06-15' }
  const find = (found: object, steps: readonly ('document' | 'face')[] = evidence.steps) =>
    watchlist.find({ ...evidence, steps, watchlist: { threshold: 75, lists, hits: [], ...found } })

  it('never rejects: neither by score nor by rule', () => {
    const { onLow, onMedium, onUnknown, onUnavailable } = watchlist.defaultRule
    assert.deepEqual([onLow, onMedium, onUnknown, onUnavailable], ['refer', 'refer', 'refer', 'refer'])
  })

  it('says what it could not do', () => {
    assert.equal(watchlist.find(evidence), undefined)
    assert.equal(find({ lists: [] })?.kind, 'unavailable')
    assert.equal(find({ notCompared: true })?.kind, 'unknown')
    assert.deepEqual(find({}, ['face']), {
      kind: 'unavailable',
      because: 'flow',
      reason: 'The flow asks for no document that states who the person is.',
    })
  })
})

describe('the setting of a tenant', () => {
  it('is refused with the reason where it cannot be used', () => {
    const read = (screening: unknown) => readTenantSettings({ screening }, 90)
    assert.ok(read({ enabled: true, lists: ['eu', 'un'], threshold: 80 }).ok)
    for (const wrong of [
      true,
      {},
      { enabled: 1 },
      { enabled: true, threshold: 20 },
      { enabled: true, lists: ['A B'] },
      { enabled: true, more: 1 },
    ])
      assert.ok(!read(wrong).ok, JSON.stringify(wrong))
  })
})
