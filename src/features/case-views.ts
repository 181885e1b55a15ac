import type { CaseView } from '../kernel/review/contract/console-case.ts'
import type { Case } from '../kernel/review/open-case.ts'
import { pairView } from './duplicates/present-pairs.ts'
import { issuedCredentials } from './issuance/issued-credentials.ts'
import { monitoringFigures } from './screening/actions/list-sources.ts'
import { caseWatchlist } from './screening/present-watchlist.ts'
import { teachingOf } from './taught/domain/may-teach.ts'

type FeatureViews = Pick<CaseView, 'issued' | 'watchlist' | 'duplicates' | 'untaught' | 'teachingObstacle'>

/** The parts of the case view that come from features. */
export const viewCaseParts = ({ session, person, reviews, issued, pairs }: Case): FeatureViews => ({
  issued: issued.length ? issuedCredentials(issued) : undefined,
  watchlist: caseWatchlist(session, person),
  duplicates: pairs.map(pairView),
  ...teachingOf(session, reviews),
})

/** The figures that features add to the overview. */
export const overviewFigures = monitoringFigures
