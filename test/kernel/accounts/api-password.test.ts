import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { createPasswordCheck, hashApiPassword, makeApiPassword } from '../../../src/kernel/accounts/api-password.ts'
import { takeTurn } from '../../../src/kernel/accounts/passwords.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const credential = (passwordHash: string) => ({
  username: 'shop',
  tenant: 'acme',
  mode: 'test' as const,
  passwordHash,
  createdAt: new Date(0),
})
const here = { network: 'here' }

describe('the password of an API credential', () => {
  it('is kept as a slow hash when somebody chose it, each time with another salt', async () => {
    const [one, two] = await Promise.all([hashApiPassword('winter2026'), hashApiPassword('winter2026')])
    assert.match(one, /^scrypt\$[\w-]{22}\$[\w-]{43}$/)
    assert.notEqual(one, two)
    const check = createPasswordCheck()
    assert.equal(await check(credential(one), 'winter2026', here), 'right')
    assert.equal(await check(credential(one), 'winter2027', here), 'wrong')
    assert.equal(await check(undefined, 'winter2026', here), 'wrong')
  })

  it('is kept as SHA-256 when the service made it from 256 random bits', async () => {
    const password = makeApiPassword()
    const hash = await hashApiPassword(password)
    assert.equal(hash, sha256(password))
    const check = createPasswordCheck()
    assert.equal(check(credential(hash), password, here), 'right', 'at once')
    assert.equal(check(credential(hash), makeApiPassword(), here), 'wrong')
    assert.equal(check(undefined, password, here), 'wrong')
    assert.equal(await check(credential(hash), hash, here), 'wrong', 'its hash opens nothing')
  })

  it('costs the slow hash once, then it is known again until the credential has another', async () => {
    const hash = await hashApiPassword('a phrase that somebody chose')
    const check = createPasswordCheck()
    assert.equal(await check(credential(hash), 'a phrase that somebody chose', here), 'right')
    const before = process.cpuUsage()
    for (let time = 0; time < 1000; time++)
      assert.equal(check(credential(hash), 'a phrase that somebody chose', here), 'right', 'at once')
    const thousand = process.cpuUsage(before).user
    const slow = process.cpuUsage()
    const other = await hashApiPassword('another phrase')
    assert.ok(thousand < process.cpuUsage(slow).user, 'a thousand looks cost less than one slow hash')
    assert.equal(await check(credential(other), 'a phrase that somebody chose', here), 'wrong')
  })

  it('is wrong where a chosen one is kept as a quick hash, which no release did', async () => {
    assert.equal(await createPasswordCheck()(credential(sha256('winter2026')), 'winter2026', here), 'wrong')
  })

  it('is one question when a client begins with a hundred requests at once', async () => {
    const hash = await hashApiPassword('a phrase that somebody chose')
    const check = createPasswordCheck()
    const answers = Array.from({ length: 100 }, () => check(credential(hash), 'a phrase that somebody chose', here))
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['right']))
  })

  it('is not looked at while too many from there wait already', async () => {
    const check = createPasswordCheck()
    const held = Promise.withResolvers<void>()
    const others = Array.from({ length: 32 }, () => takeTurn(here, () => held.promise))
    assert.equal(await check(undefined, 'a guess', here), 'busy')
    const elsewhere = check(undefined, 'a guess', { network: 'elsewhere' })
    held.resolve()
    assert.equal(await elsewhere, 'wrong')
    await Promise.all(others)
  })
})
