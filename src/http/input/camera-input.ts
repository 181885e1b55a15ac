import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { CAMERA_HEADER, CAMERA_REPORT_LIMITS } from '../../contract/enrolment/page-capture.ts'
import { words } from '../../contract/schema.ts'
import { CAMERA_CONTROLS, CAMERA_REQUESTS, type CameraReport, FACING_MODES } from '../../domain/camera/camera-report.ts'

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

/** The page's report of its camera, checked to the last field; undefined where none came, or one that does not fit. */
export function readCameraReport({ headers }: Pick<FastifyRequest, 'headers'>): CameraReport | undefined {
  const said = headers[CAMERA_HEADER]
  if (typeof said !== 'string' || said.length > CAMERA_REPORT_LIMITS.characters) return undefined
  const report = parsed(said)
  return Value.Check(Report, report) ? (report as CameraReport) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // as if none had come: see docs/decisions/0124-injected-cameras.md
  }
}
