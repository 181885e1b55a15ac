/** The start of a JPEG up to its frame, without any picture: enough where only its size is read. */
export function jpegHeader(width: number, height: number): Uint8Array {
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame])
}

/** The start of a JPEG 2000 codestream, likewise. */
export function codestream(width: number, height: number): Uint8Array {
  const start = Buffer.alloc(60)
  start.writeUInt32BE(0xff4fff51)
  start.writeUInt16BE(47, 4)
  start.writeUInt32BE(width, 8)
  start.writeUInt32BE(height, 12)
  return start
}

/** The same in boxes, as a JP2 file has it. */
export function jp2(width: number, height: number): Uint8Array {
  const stream = codestream(width, height)
  const box = Buffer.alloc(8)
  box.writeUInt32BE(8 + stream.length)
  box.write('jp2c', 4)
  return Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), box, stream])
}
