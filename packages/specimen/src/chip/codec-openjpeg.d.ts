declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface Encoder {
    getDecodedBuffer(frame: {
      width: number
      height: number
      bitsPerSample: number
      componentCount: number
      isSigned: boolean
      isUsingColorTransform: boolean
    }): Uint8Array
    setQuality(lossless: boolean, layers: number): void
    setCompressionRatio(layer: number, ratio: number): void
    encode(): void
    getEncodedBuffer(): Uint8Array
    delete(): void
  }
  export default function open(options: {
    print(text: string): void
    printErr(text: string): void
  }): Promise<{ J2KEncoder: new () => Encoder }>
}
