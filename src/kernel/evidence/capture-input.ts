import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Corners } from '../../vision/engine.ts'
import { words } from '../contract/schema.ts'
import { BadCall } from '../http/problems.ts'
import { CAMERA_CONTROLS, CAMERA_REQUESTS, type CameraReport, FACING_MODES } from './camera/camera-report.ts'
import { CAMERA_HEADER, CAMERA_REPORT_LIMITS, CORNERS_HEADER } from './contract/page-capture.ts'

const strict = { additionalProperties: false }
const Pixels = Type.Integer({ minimum: 0, maximum: 20_000 })
const Milliseconds = Type.Number({ minimum: 0, maximum: 600_000 })
const Size = Type.Array(Pixels, { minItems: 2, maxItems: 2 })

const Report = Type.Object(
  {
    width: Pixels,
    height: Pixels,
    frameRate: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })),
    facingMode: Type.Optional(words(FACING_MODES)),
    controls: Type.Array(words(CAMERA_CONTROLS), { maxItems: CAMERA_CONTROLS.length, uniqueItems: true }),
    device: Type.Optional(Type.Boolean()),
    native: Type.Boolean(),
    frames: Type.Optional(
      Type.Object(
        {
          clockMs: Milliseconds,
          mediaMs: Type.Number({ minimum: -600_000, maximum: 600_000 }),
          intervals: Type.Array(Type.Number({ minimum: -600_000, maximum: 600_000 }), {
            maxItems: CAMERA_REPORT_LIMITS.intervals,
          }),
          dropped: Type.Integer({ minimum: 0, maximum: 100_000 }),
        },
        strict,
      ),
    ),
    asked: Type.Optional(
      Type.Object(
        { request: words(CAMERA_REQUESTS), before: Size, claimed: Size, after: Size, ms: Milliseconds },
        strict,
      ),
    ),
  },
  strict,
)

/** The page's report about its camera, validated completely; undefined if it is absent or malformed. */
export function readCameraReport({ headers }: Pick<FastifyRequest, 'headers'>): CameraReport | undefined {
  const header = headers[CAMERA_HEADER]
  if (typeof header !== 'string' || header.length > CAMERA_REPORT_LIMITS.characters) return undefined
  const report = parsed(header)
  return Value.Check(Report, report) ? (report as CameraReport) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // as if it were absent: see docs/decisions/0124-injected-cameras.md
  }
}

/** The corners that a person has set in the hosted page; undefined if they set none. */
export function readCorners({ headers }: Pick<FastifyRequest, 'headers'>): Corners | undefined {
  const header = headers[CORNERS_HEADER]
  if (header === undefined) return undefined
  const shares = String(header).split(',').map(Number)
  const corners = [0, 2, 4, 6].map((at) => ({ x: shares[at] ?? Number.NaN, y: shares[at + 1] ?? Number.NaN }))
  if (shares.length !== 8 || !shares.every((share) => share >= 0 && share <= 1) || !isConvex(corners))
    throw new BadCall('BAD_REQUEST', `${CORNERS_HEADER} needs x and y of four corners, clockwise, each from 0 to 1.`)
  return corners
}

/** The parallelogram at a corner, as a share of the picture: a readable document takes a hundred times as much. */
const LEAST_CORNER = 0.001

function isConvex(corners: Corners): boolean {
  return corners.every((a, at) => {
    const [b, c] = [corners[(at + 1) % 4], corners[(at + 2) % 4]]
    return b !== undefined && c !== undefined && (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > LEAST_CORNER
  })
}
