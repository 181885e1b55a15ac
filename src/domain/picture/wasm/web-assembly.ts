/** The part of WebAssembly's interface that the kernels use; code that also runs outside a browser has no types for it. */
export interface WasmMemory {
  buffer: ArrayBuffer
  /** By so many pages of 64 kB. */
  grow(pages: number): number
}

interface Wasm {
  Memory: new (size: { initial: number; maximum: number; shared?: boolean }) => WasmMemory
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: Record<string, Record<string, WasmMemory>>) => { exports: object }
  validate(bytes: Uint8Array<ArrayBuffer>): boolean
}

/** Undefined members throw where they are used: a browser without it looks in another way. */
export const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
