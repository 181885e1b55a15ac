import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameView, withView } from '../../src/console/queue/views.ts'

describe('views of the queue', () => {
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
