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
