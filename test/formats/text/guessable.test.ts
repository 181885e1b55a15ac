import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findGuessable } from '../../../src/formats/text/guessable.ts'

describe('a password', () => {
  for (const weak of [
    'a',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'passwordpassword',
    'Password12345678',
    'P@ssw0rd!P@ssw0rd!',
    'qwertyuiop123456',
    '1234567890123456',
    'administrator2026!',
    'letmein-letmein-1',
    'ChangeMe!ChangeMe!2026',
    'limen-api-password',
    'welcome.welcome.2025',
    'Summer2026Summer2026!',
    'correcthorsebatterystaple',
    'correct horse battery staple',
  ])
    it(`is refused as ${weak}`, () => assert.ok(findGuessable(weak, 16)))

  for (const good of [
    'a password of the integrator',
    'chosen by the operator',
    'bench-password-of-sixteen-or-more',
    'x7!Kq2@Lw9#Rt4$Y',
    'kLwVu2y0Qm7c3Jd9TzXa1B',
    '6f1d0c9be27a4853',
  ])
    it(`is taken as ${good}`, () => assert.equal(findGuessable(good, 16), undefined))

  it('is refused when it is the name of its owner', () => {
    assert.ok(findGuessable('adalovelace-adalovelace-1', 12, ['adalovelace']))
    for (const name of ['ada.lovelace', 'ada@example.org', 'reviewer-07-north', 'a.lovelace1815'])
      for (const password of [`${name}1`, `${name}2026!`, `1${name.toUpperCase()}`])
        assert.ok(findGuessable(password, 12, [name]), password)
    assert.equal(findGuessable('too short', 12), 'is shorter than 12 characters')
  })
})
