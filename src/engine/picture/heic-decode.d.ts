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
