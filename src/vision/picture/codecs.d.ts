declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface FrameInfo {
    width: number
    height: number
    bitsPerSample: number
    componentCount: number
    isSigned: boolean
  }
  interface Decoder {
    getEncodedBuffer(length: number): Uint8Array
    decode(): void
    getFrameInfo(): FrameInfo
    getDecodedBuffer(): Uint8Array
    delete(): void
  }
  export default function open(options: {
    print(text: string): void
    printErr(text: string): void
  }): Promise<{ J2KDecoder: new () => Decoder }>
}

declare module 'libheif-js/wasm-bundle.js' {
  interface Shown {
    width: number
    height: number
    data: Uint8ClampedArray
  }
  interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    display(target: Shown, done: (shown: Shown | null) => void): void
    free(): void
  }
  interface HeifDecoder {
    decoder: { delete(): void }
    /** Empty where the file cannot be read. */
    decode(bytes: Uint8Array): HeifImage[]
  }
  const libheif: { HeifDecoder: new () => HeifDecoder }
  export default libheif
}
