import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { bundleEvidence } from '../../../src/kernel/results/evidence-bundle.ts'
import { FILES, type Manifest, readEvidencePublicKey } from '../../../src/kernel/results/evidence-format.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { reviewSession } from '../../../src/kernel/review/review-session.ts'
import type { Storage } from '../../../src/kernel/storage/open.ts'
import type { PhotographFingerprint } from '../../../src/vision/face/face-template.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { passport, selfie, template } from '../decision/genuine.ts'
import { doubtful, portsOf, store } from '../tenants/decided-sessions.ts'

const reader = { tenant: 'acme', mode: 'test', actor: 'credential:test' } as const

onEveryDatabase((place) => {
  let ports: Ports
  let storage: Storage
  before(async () => {
    storage = await place.open()
    ports = portsOf(storage)
  })
  const bundleOf = async (id: string) => {
    const outcome = await bundleEvidence(ports, reader, id)
    assert.ok(outcome.ok)
    return outcome.value
  }

  describe('a bundle of evidence', () => {
    it('is whole, signed by this installation and decided as its policy decides', async () => {
      const { id } = await store(ports)
      const { publicKey, fingerprint } = await readEvidencePublicKey(ports.secrets)
      const report = verifyEvidence(await bundleOf(id), createPublicKey(publicKey))
      assert.deepEqual(report.problems, [])
      assert.equal(report.valid, true)
      assert.equal(report.trusted, true)
      assert.equal(report.fingerprint, fingerprint)
      assert.equal(report.manifest?.sessionId, id)
      assert.equal(report.decision?.outcome, 'approve')
    })

    it('holds the reviews and the trail of who did what', async () => {
      const { id } = await store(ports, doubtful())
      await reviewSession(ports, { username: 'ada', role: 'reviewer' }, id, { verdict: 'approve', reason: 'Fine.' })
      const bundle = await bundleOf(id)
      assert.equal(verifyEvidence(bundle).valid, true)
      assert.equal(verifyEvidence(bundle).trusted, false)
      const files = unzipSync(bundle)
      const reviews = JSON.parse(strFromU8(files[FILES.reviews] ?? new Uint8Array()))
      assert.equal(reviews[0].reviewer, 'ada')
      const actions = JSON.parse(strFromU8(files[FILES.audit] ?? new Uint8Array())).map(
        (entry: { action: string }) => entry.action,
      )
      assert.deepEqual(actions, ['review.approve', 'read.evidence'])
    })

    it('marks an entry of the trail that the service did not write', async () => {
      const { id } = await store(ports)
      const bundle = async () => JSON.parse(strFromU8(unzipSync(await bundleOf(id))[FILES.audit] ?? new Uint8Array()))
      await bundle()
      const { db } = storage.database
      const entry = { id: randomUUID(), at: 1, tenant: 'acme', actor: 'reviewer:ada', action: 'review.approve' }
      await db
        .insertInto('audit')
        .values({ ...entry, session_id: id, detail: null, mac: null })
        .execute()
      const trail: { action: string; isForged?: true }[] = await bundle()
      assert.deepEqual(
        trail.filter(({ isForged }) => isForged).map(({ action }) => action),
        ['review.approve'],
      )
      assert.ok(trail.length > 1)
      const { valid, forgedEntries } = verifyEvidence(await bundleOf(id))
      assert.deepEqual({ valid, forgedEntries }, { valid: true, forgedEntries: 1 })
    })

    it('holds the hash of every picture, and no picture', async () => {
      const session = await store(ports)
      const object = await ports.images.put(session.id, strToU8('a picture'))
      await ports.sessions.save({ ...session, images: { FRONT: { original_FRONT: object } } })
      const files = unzipSync(await bundleOf(session.id))
      assert.deepEqual(JSON.parse(strFromU8(files[FILES.pictures] ?? new Uint8Array())), [
        { part: 'FRONT', name: 'original_FRONT', sha256: sha256(strToU8('a picture')), bytes: 9 },
      ])
    })

    it('holds no template and no print of a face, and is decided alike without them', async () => {
      for (const [selfieFingerprint, outcome] of [
        [3, 'approve'],
        [1, 'reject'], // the very photograph on the document
      ] as const) {
        const page = {
          portrait: template(...numbers(1)),
          ghost: template(...numbers(1, 4)),
          photograph: fingerprintOf(1),
        }
        const face = selfie({ template: template(...numbers(1, 2)), photograph: fingerprintOf(selfieFingerprint) })
        const evidence = passport(page, { face })
        const { id } = await store(ports, evidence)
        const bundle = await bundleOf(id)
        const { problems, decision } = verifyEvidence(bundle)
        assert.deepEqual([problems, decision?.outcome], [[], outcome])
        const text = strFromU8(unzipSync(bundle)[FILES.evidence] ?? new Uint8Array())
        for (const value of [...numbers(1), ...numbers(1, 2), ...numbers(1, 4)]) assert.ok(!text.includes(`${value}`))
        for (const seed of [1, 3]) assert.ok(!text.includes(fingerprintOf(seed).values.slice(0, 40)))

        // As bundles were before: with everything.
        const earlier = verifyEvidence(resign(bundle, () => JSON.stringify(evidence)))
        assert.deepEqual([earlier.problems, earlier.decision?.outcome], [[], outcome])
      }
    })

    it('is not given out before the state is final, nor to another tenant', async () => {
      const { id } = await store(ports, doubtful())
      assert.deepEqual(await bundleEvidence(ports, reader, id), {
        ok: false,
        refusal: 'RESULTS_NOT_READY',
        status: 'WAITING_FOR_MANUAL_APPROVE',
      })
      const other = await bundleEvidence(ports, { tenant: 'other', mode: 'test', actor: 'credential:x' }, id)
      assert.deepEqual(other, { ok: false, refusal: 'NOT_FOUND' })
    })
  })

  describe('a bundle that was tampered with', () => {
    const change = async (name: string, edit: (text: string) => string) => {
      const { id } = await store(ports)
      const files = unzipSync(await bundleOf(id))
      return zipSync({ ...files, [name]: strToU8(edit(strFromU8(files[name] ?? new Uint8Array()))) })
    }

    it('is recognised by the hash of the file', async () => {
      for (const name of [FILES.decision, FILES.evidence, FILES.policy, FILES.reviews, FILES.audit, FILES.pictures]) {
        const { valid, problems } = verifyEvidence(await change(name, (text) => `${text} `))
        assert.equal(valid, false)
        assert.deepEqual(problems, [`${name} is missing or was altered`])
      }
    })

    it('is recognised by the signature when the manifest was changed too', async () => {
      const { problems } = verifyEvidence(
        await change(FILES.manifest, (text) => text.replace('AUTO_APPROVED', 'AUTO_REJECTED')),
      )
      assert.deepEqual(problems, ['the signature does not fit the manifest'])
    })

    it('is recognised by the decision that its policy would take, even when somebody signed it again', async () => {
      const { id } = await store(ports)
      const forged = resign(await bundleOf(id), (evidence) => evidence.replace('"score": 91', '"score": 11'))
      const alone = verifyEvidence(forged)
      assert.match(
        alone.problems.join(' '),
        /the policy decides reject \(40\) on this evidence, the decision says approve \(99\)/,
      )
      const { publicKey } = await readEvidencePublicKey(ports.secrets)
      assert.equal(verifyEvidence(forged, createPublicKey(publicKey)).trusted, false)
    })

    it('is signed by a stranger when it is whole and signed by another key', async () => {
      const { id } = await store(ports)
      const { publicKey } = await readEvidencePublicKey(ports.secrets)
      const report = verifyEvidence(
        resign(await bundleOf(id), (evidence) => evidence),
        createPublicKey(publicKey),
      )
      assert.deepEqual([report.valid, report.trusted], [true, false])
    })

    it('is refused when it holds a byte that its directory does not account for', async () => {
      const whole = Buffer.from(await bundleOf((await store(ports)).id))
      assert.deepEqual(verifyEvidence(whole).problems, [])
      const directory = whole.readUInt32LE(whole.length - 6)
      const hidden = Buffer.from(zipSync({ 'decision.json': strToU8('{"outcome":"approve"}') }))
      const second = hidden.subarray(0, hidden.readUInt32LE(hidden.length - 6))
      const moved = Buffer.from(whole)
      moved.writeUInt32LE(directory + second.length, moved.length - 6)
      const refused = [
        ['before the directory', Buffer.concat([moved.subarray(0, directory), second, moved.subarray(directory)])],
        ['behind the end', Buffer.concat([whole, second])],
        ['before the beginning', Buffer.concat([second, whole])],
        ['inside a comment', commented(whole, second)],
      ] as const
      for (const [where, bytes] of refused) assert.equal(verifyEvidence(bytes).valid, false, where)
    })

    it('is refused when a name is in it twice: programs differ in which they show', async () => {
      const { id } = await store(ports)
      const files = unzipSync(await bundleOf(id))
      for (const name of ['decision.json', 'DECISION.json']) {
        const twice = zipSync({ ...files, 'decision.jsoX': strToU8('{}') })
        const bytes = Buffer.from(Buffer.from(twice).toString('latin1').replaceAll('decision.jsoX', name), 'latin1')
        const { valid, problems } = verifyEvidence(bytes)
        assert.deepEqual([valid, problems], [false, [`${name} is in the bundle twice`]])
      }
    })

    it('is recognised by its mode: a test passed off as live', async () => {
      const { id } = await store(ports)
      const forged = resign(
        await bundleOf(id),
        (evidence) => evidence,
        (manifest) => ({ ...manifest, mode: 'live' }),
      )
      assert.deepEqual(verifyEvidence(forged).problems, ['manifest, evidence and decision are not of one mode'])
    })

    it('is refused, not trusted to be a zip', async () => {
      assert.equal(verifyEvidence(strToU8('not a zip')).valid, false)
      const { id } = await store(ports)
      const files = unzipSync(await bundleOf(id))
      const stray = verifyEvidence(zipSync({ ...files, 'note.txt': strToU8('hello') }))
      assert.deepEqual(stray.problems, ['note.txt is not in the manifest'])
    })
  })
})

/** Numbers as a recogniser gives them; a second seed moves them a little. */
const numbers = (seed: number, other = 0): number[] =>
  Array.from({ length: 64 }, (_, at) => Math.sin(seed * 100 + at * 7) + 0.1 * Math.sin(other * 100 + at * 5))

/** A photograph of its own for every seed. */
function fingerprintOf(seed: number): PhotographFingerprint {
  const values = Array.from({ length: 6400 }, (_, at) => Math.round(90 * Math.sin(seed * at * 0.7 + (at >> 5) * seed)))
  return { kind: 'face-80', values: Buffer.from(Int8Array.from(values).buffer).toString('base64') }
}

/** What a forger with a key of his own would do. */
function resign(
  bundle: Uint8Array,
  edit: (evidence: string) => string,
  rename: (manifest: Manifest) => Manifest = (manifest) => manifest,
): Uint8Array {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const files = unzipSync(bundle)
  const evidence = strToU8(edit(strFromU8(files[FILES.evidence] ?? new Uint8Array())))
  const manifest = JSON.parse(strFromU8(files[FILES.manifest] ?? new Uint8Array()))
  manifest.files[FILES.evidence] = sha256(evidence)
  const bytes = strToU8(JSON.stringify(rename(manifest)))
  const signature = {
    algorithm: 'Ed25519',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    signature: sign(null, bytes, privateKey).toString('base64'),
  }
  return zipSync({
    ...files,
    [FILES.evidence]: evidence,
    [FILES.manifest]: bytes,
    [FILES.signature]: strToU8(JSON.stringify(signature)),
  })
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The same file with a comment behind its directory. */
function commented(zip: Buffer, comment: Buffer): Buffer {
  const bytes = Buffer.concat([zip, comment])
  bytes.writeUInt16LE(comment.length, zip.length - 2)
  return bytes
}
