import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import type { CheckedPage } from '../../../../src/vision/document/checks/check.ts'
import { checks } from '../../../../src/vision/document/checks/index.ts'
import { hottestOf, lookEarly, runChecks } from '../../../../src/vision/document/checks/run-checks.ts'
import { readNetList } from '../../../../src/vision/nets/net-list.ts'
import type { ReadContext } from '../../../../src/vision/read-engine.ts'
import { openTaughtDocuments } from '../../../../src/vision/taught/taught-documents.ts'

const photo = { width: 1, height: 1, data: new Uint8Array(3) }
const quad: CheckedPage['quad'] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]
const page: CheckedPage = {
  photo,
  quad,
  bytes: Buffer.from('… GIMP 2.10 …'),
  document: photo,
  turns: 0,
  boxes: [],
  lines: [],
  visual: [],
  portrait: undefined,
  taught: undefined,
}

/** A context without any net, which notes the steps that are taken. */
function withoutNets(): { context: ReadContext; steps: string[] } {
  const steps: string[] = []
  const context = {
    nets: { has: () => false },
    catalogue: openCatalogue(),
    taughtDocuments: openTaughtDocuments([]),
    async time(step: string, work: () => unknown) {
      steps.push(step)
      return work()
    },
  } as unknown as ReadContext
  return { context, steps }
}

describe('the list of checks', () => {
  it('names each check once, and nets that there are', () => {
    const names = checks.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
    const slots = Object.keys(readNetList())
    for (const { name, nets } of checks) for (const slot of nets) assert.ok(slots.includes(slot), `${name}: ${slot}`)
  })

  it('is gone through in order, without those whose net is missing', async () => {
    const { context, steps } = withoutNets()
    const { noted, heats } = await runChecks(context, page)
    assert.deepEqual(steps, ['judge-editor', 'judge-specimen-words', 'judge-reference'])
    assert.deepEqual([noted, heats], [{ editor: 'GIMP', authenticity: {} }, []])
  })

  it('has nothing for an idle worker where no net is', async () => {
    const { context, steps } = withoutNets()
    assert.deepEqual([await lookEarly(context, page), steps], [{}, []])
  })

  it('takes what another worker has seen', async () => {
    const { context, steps } = withoutNets()
    const nets = { has: (slot: string) => slot !== 'traces' } as unknown as ReadContext['nets']
    const reading = { score: 97, kinds: { original: 0.97 } }
    const { noted } = await runChecks({ ...context, nets }, page, { recapture: { recapture: reading } })
    assert.deepEqual(noted.recapture, reading)
    assert.ok(!steps.includes('judge-recapture'))
  })
})

describe('the heat map', () => {
  const map = { width: 1, height: 1, values: [0] }
  const other = { width: 2, height: 1, values: [0, 0] }

  it('is that of the worst finding, and there is none where nothing was found', () => {
    assert.equal(
      hottestOf(
        [
          { map, score: 40 },
          { map: other, score: 12 },
        ],
        false,
      ),
      other,
    )
    assert.equal(hottestOf([{ map, score: 51 }], false), undefined)
    assert.equal(hottestOf([], true), undefined)
  })

  it('is drawn all the same where it is always wanted', () => {
    assert.equal(hottestOf([{ map, score: 88 }], true), map)
  })
})
