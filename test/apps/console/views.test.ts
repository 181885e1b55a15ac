import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { searchOf, valuesIn } from '../../../src/apps/console/address.ts'
import { isSameView, VIEW_FIELDS, withView } from '../../../src/apps/console/queue/views.ts'

describe('views of the queue', () => {
  it('are named by the address, and by nothing else in it', () => {
    const view = { cause: 'mrzOcrCrossCheck', country: 'USA', order: 'score' } as const
    assert.equal(searchOf(VIEW_FIELDS, view, 'test'), '?order=score&cause=mrzOcrCrossCheck&country=USA&mode=test')
    assert.deepEqual(valuesIn(VIEW_FIELDS, searchOf(VIEW_FIELDS, view, 'test')), view)
    assert.deepEqual(valuesIn(VIEW_FIELDS, '?name=muster&order='), {})
    assert.equal(searchOf(VIEW_FIELDS, {}, 'live'), '')
  })

  it('are known again by what they show, and replaced by their name', () => {
    assert.ok(isSameView({ country: 'USA' }, { country: 'USA' }))
    assert.ok(!isSameView({ country: 'USA' }, { country: 'USA', order: 'score' }))
    assert.ok(isSameView({}, {}))
    const views = withView(withView([], { name: 'mine', view: { mine: 'true' } }), {
      name: 'usa',
      view: { country: 'USA' },
    })
    assert.deepEqual(
      withView(views, { name: 'mine', view: { country: 'FRA' } }).map(({ name, view }) => [name, view.country]),
      [
        ['usa', 'USA'],
        ['mine', 'FRA'],
      ],
    )
  })
})
