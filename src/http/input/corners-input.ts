import type { FastifyRequest } from 'fastify'
import type { Corners } from '../../actions/ports/engine.ts'
import { CORNERS_HEADER } from '../../contract/enrolment/page-capture.ts'
import { BadCall } from '../present/problems.ts'

/** The corners that a person has set in the hosted page; undefined where they set none. */
export function readCorners({ headers }: Pick<FastifyRequest, 'headers'>): Corners | undefined {
  const said = headers[CORNERS_HEADER]
  if (said === undefined) return undefined
  const shares = String(said).split(',').map(Number)
  const corners = [0, 2, 4, 6].map((at) => ({ x: shares[at] ?? Number.NaN, y: shares[at + 1] ?? Number.NaN }))
  if (shares.length !== 8 || !shares.every((share) => share >= 0 && share <= 1) || !isConvex(corners))
    throw new BadCall('BAD_REQUEST', `${CORNERS_HEADER} wants x and y of four corners, clockwise, each from 0 to 1.`)
  return corners
}

/** The parallelogram at a corner, as a share of the picture: a document that can be read takes a hundred times as much. */
const LEAST_CORNER = 0.001

function isConvex(corners: Corners): boolean {
  return corners.every((a, at) => {
    const [b, c] = [corners[(at + 1) % 4], corners[(at + 2) % 4]]
    return b !== undefined && c !== undefined && (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > LEAST_CORNER
  })
}
