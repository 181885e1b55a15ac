export type { Transceive } from './apdu.ts'
export { ChipReadError, type ChipReadErrorCode } from './errors.ts'
export type { AccessKey, CanKey, MrzKey } from './mrz-key.ts'
export { type ChipProgress, type ChipReading, type ChipRefusal, type ReadChipOptions, readChip } from './read-chip.ts'
