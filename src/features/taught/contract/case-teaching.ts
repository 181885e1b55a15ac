import { Type } from 'typebox'
import { PAGE_SIDES, type PageSide } from '../../../formats/document-words.ts'
import { words } from '../../../kernel/contract/schema.ts'
import { TEACHING_OBSTACLES, type TeachingObstacle } from '../../../kernel/vocabulary.ts'

declare module '../../../kernel/feature-types.ts' {
  interface CaseFields {
    /** Sides of the document that no taught model recognised, so that one can be taught. */
    untaught?: PageSide[]
    /** Why its pictures may not be used for teaching; absent if they may. */
    teachingObstacle?: TeachingObstacle | undefined
  }
}

export const caseTeaching = {
  untaught: Type.Array(words(PAGE_SIDES)),
  teachingObstacle: Type.Optional(words(TEACHING_OBSTACLES)),
}
