import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { redirectTranscript } from '../../../src/features/wallet/verify/iso-mdoc.ts'
import { played } from '../../apps/cli/command-line.ts'
import { presentMdoc, presentSdJwt } from '../../support/wallet/holder.ts'
import { issueMdoc, issueSdJwt, makeHolderKey, makeIssuer } from '../../support/wallet/issuer.ts'
import { MDL, MDL_CLAIMS, PID_CLAIMS } from '../../support/wallet/person.ts'

const folder = mkdtempSync(join(tmpdir(), 'limen-credential-'))
const transcript = redirectTranscript({
  clientId: 'c',
  nonce: 'n1',
  thumbprint: null,
  responseUri: 'https://r.example',
})
const [trust, pid, mdl] = ['trust', 'pid.txt', 'mdl.cbor'].map((name) => join(folder, name)) as [string, string, string]

/** What was presented is fresh for a few minutes: it is made when these tests begin, not when their file is read. */
function present(): void {
  const issuer = makeIssuer()
  const holder = makeHolderKey()
  const asked = { nonce: 'n1', audience: 'x509_hash:abc' }
  mkdirSync(trust)
  writeFileSync(join(trust, 'iaca.cer'), issuer.authority.certificate)
  writeFileSync(pid, `${presentSdJwt(issueSdJwt(issuer, holder, PID_CLAIMS), holder, ['family_name'], asked)}\n`)
  const response = presentMdoc(issueMdoc(issuer, holder, MDL, MDL_CLAIMS), holder, ['family_name'], transcript)
  writeFileSync(mdl, response)
  writeFileSync(join(folder, 'mdl.txt'), Buffer.from(response).toString('base64url'))
}

const verify = async (...words: string[]) => {
  const { status, stdout, stderr } = await played(['wallet', 'verify', ...words, '--json'])
  return { status, stderr, reports: stdout ? JSON.parse(stdout) : undefined }
}

describe('wallet verify', () => {
  before(present)
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('prints what credentials of both formats say, and ends with 0 when all are trusted', async () => {
    const request = [
      '--nonce',
      'n1',
      '--audience',
      'x509_hash:abc',
      '--transcript',
      Buffer.from(transcript).toString('hex'),
    ]
    const { status, reports } = await verify(pid, mdl, join(folder, 'mdl.txt'), '--trust', trust, ...request)
    assert.equal(status, 0)
    assert.equal(reports.length, 3)
    for (const report of reports) {
      assert.equal(report.verdict, 'TRUSTED')
      assert.equal(report.holderBinding, 'HOLDS')
      assert.deepEqual(report.claims, { family_name: 'Specimen' })
    }
  })

  it('says that the holder was not judged where no request is given', async () => {
    const { status, reports } = await verify(pid, mdl, '--trust', trust)
    assert.equal(status, 0)
    assert.deepEqual(
      reports.map(({ holderBinding }: { holderBinding: string }) => holderBinding),
      ['ABSENT', 'ABSENT'],
    )
  })

  it('ends with 1 for an unknown issuer, another request, and a date at which nothing was valid', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    assert.equal((await verify(pid, '--trust', empty)).status, 1)
    assert.equal((await verify(pid, '--trust', trust, '--nonce', 'n2', '--audience', 'x509_hash:abc')).status, 1)
    assert.equal((await verify(mdl, '--trust', trust, '--at', '2034-01-01')).status, 1)
  })

  it('judges an older answer at the time of its request, and says where the time is the reason', async () => {
    const request = ['--trust', trust, '--nonce', 'n1', '--audience', 'x509_hash:abc']
    const late = new Date(Date.now() + 3_600_000).toISOString()
    const refused = await verify(pid, ...request, '--at', late)
    assert.equal(refused.status, 1)
    const reason = refused.reports[0].reasons.find(({ code }: { code: string }) => code === 'PRESENTED_AT_ANOTHER_TIME')
    assert.match(reason.text, /^the holder signed at \S+Z, which is not within 5 minutes of \S+Z$/)
    assert.ok(reason.text.endsWith(late))
    assert.equal((await verify(pid, ...request, '--at', new Date().toISOString())).status, 0)
  })

  it('ends with 2 for a file that is not there, and for a nonce without an audience', async () => {
    assert.equal((await verify(join(folder, 'none'), '--trust', trust)).status, 2)
    assert.equal((await verify(pid, '--trust', trust, '--nonce', 'n1')).status, 2)
  })

  it('prints for people too', async () => {
    const { stdout } = await played(['wallet', 'verify', pid, '--trust', trust])
    assert.match(stdout, /TRUSTED\n.*SIGNATURE_HOLDS/s)
    assert.match(stdout, /family_name\s+Specimen/)
  })
})
