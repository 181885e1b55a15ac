import { once } from 'node:events'
import { Socket } from 'node:net'
import { PICTURE_PIPE } from './messages.ts'

let pipe: Socket | undefined

/** In a worker: the next picture of the pipe, whose length it was sent. No other comes before this one is done. */
export async function readPicture(bytes: number): Promise<Uint8Array> {
  pipe ??= openPipe()
  const picture = Buffer.allocUnsafeSlow(bytes)
  for (let length = 0; length < bytes; ) {
    const part: Buffer | null = pipe.read()
    if (part) length += part.copy(picture, length)
    else await once(pipe, 'readable')
  }
  return picture
}

/** A worker that gets no pictures is of no use; the pool starts another. */
function openPipe(): Socket {
  const socket = new Socket({ fd: PICTURE_PIPE, readable: true, writable: false })
  socket.on('error', () => process.exit(1))
  return socket
}
