/**
 * What an app can act on.
 *
 * - `WRONG_KEY`: the document number, the dates or the CAN are not the chip's: ask for them again
 * - `LOST`: the chip left the field or did not answer in time: ask the person to hold still, and read again
 * - `NO_CHIP`: what answered is not the chip of a travel document
 * - `BLOCKED`: the chip refuses the key after too many wrong ones
 * - `NOT_SUPPORTED`: the chip asks for a protocol that this library, or the key given, cannot do
 * - `ABORTED`: the caller's signal was aborted
 * - `BAD_ANSWER`: the chip's answer breaks its own protocol, or was changed on the way
 */
export type ChipReadErrorCode =
  | 'WRONG_KEY'
  | 'LOST'
  | 'NO_CHIP'
  | 'BLOCKED'
  | 'NOT_SUPPORTED'
  | 'ABORTED'
  | 'BAD_ANSWER'

export class ChipReadError extends Error {
  readonly code: ChipReadErrorCode
  /** The status word of the chip's answer, where one was the reason. */
  readonly status: number | undefined
  /** Where it happened, while the chip was opened: `PACE MSE:Set AT`, `PACE GENERAL AUTHENTICATE 1`, `EF.CardAccess`. */
  readonly step: string | undefined

  constructor(
    code: ChipReadErrorCode,
    message: string,
    options: { status?: number | undefined; step?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ChipReadError'
    this.code = code
    this.status = options.status
    this.step = options.step
  }
}

/** Does something, and names the step in whatever error of ours it ends with. */
export async function atStep<Result>(step: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ChipReadError) || error.step !== undefined) throw error
    const { code, status } = error
    throw new ChipReadError(code, `${error.message}, at ${step}`, { status, step, cause: error })
  }
}

/** A status word as people write it: 6A82. */
export const statusText = (status: number) => status.toString(16).toUpperCase().padStart(4, '0')
