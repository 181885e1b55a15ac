import { plain } from '../../../apps/ui/words.ts'
import type { CaseView } from '../../../kernel/review/contract/console-case.ts'

/** A document that nobody taught is read, but not compared with a genuine one. */
export function TeachOffer({ view: { id, untaught = [], teachingObstacle } }: { view: CaseView }) {
  return (
    <p class="small soft">
      {untaught.length > 1 ? 'This document' : `The ${plain(untaught[0] ?? '').toLowerCase()} of this document`} has not
      been taught, so it is not compared with a genuine one.{' '}
      {teachingObstacle ? (
        <>
          {OBSTACLES[teachingObstacle]} <a href="/console/documents/teach">Teach it with your own pictures</a>
        </>
      ) : (
        untaught.map((side) => (
          <a key={side} href={`/console/documents/teach/${id}/${side}`}>
            Teach the {plain(side).toLowerCase()}{' '}
          </a>
        ))
      )}
    </p>
  )
}

const OBSTACLES: Record<NonNullable<CaseView['teachingObstacle']>, string> = {
  REJECTED: 'This case was rejected, so its pictures cannot be used for teaching.',
  NOT_APPROVED:
    'Its pictures can be used for teaching once two reviewers have approved this case (four eyes), or if its chip is trusted.',
  DOUBTED: 'Its pictures cannot be used for teaching: another side is not clearly genuine.',
  NOT_COMPARED: 'Its pictures cannot be used for teaching: they were not compared with this document.',
  TAUGHT: 'Its pictures show a document that has already been taught.',
}
