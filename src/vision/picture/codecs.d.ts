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

declare module 'heic-decode' {
  interface Decoded {
    width: number
    height: number
    data: Uint8ClampedArray
  }
  interface Undecoded {
    width: number
    height: number
    decode(): Promise<Decoded>
  }
  function decode(options: { buffer: Uint8Array }): Promise<Decoded>
  namespace decode {
    function all(options: { buffer: Uint8Array }): Promise<Undecoded[] & { dispose(): void }>
  }
  export default decode
}
