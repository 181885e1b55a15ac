/**
 * The part of WebAssembly's interface that the kernels use; code that also runs outside a browser has no types for it.
 */
export interface WasmMemory {
  buffer: ArrayBuffer
  /** By this many pages of 64 kB. */
  grow(pages: number): number
}

interface Wasm {
  Memory: new (size: { initial: number; maximum: number; shared?: boolean }) => WasmMemory
  Module: new (bytes: BufferSource) => object
  Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => { exports: object }
  validate(bytes: BufferSource): boolean
}

type BufferSource = ArrayBuffer | Uint8Array<ArrayBuffer>

/** Undefined members throw when they are used: a browser without it falls back to another implementation. */
export const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
