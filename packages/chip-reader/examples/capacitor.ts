// Capacitor: any plugin that sends ISO-DEP commands will do; give it this shape.
import { type AccessKey, readChip } from 'limen-chip-reader'

/** What the plugin has to offer: hexadecimal in, hexadecimal out. */
interface IsoDepPlugin {
  connect(): Promise<void>
  transceive(options: { data: string }): Promise<{ data: string }>
  close(): Promise<void>
}

export async function readByCapacitor(nfc: IsoDepPlugin, key: AccessKey, challenge: string) {
  await nfc.connect()
  try {
    return await readChip({
      transceive: async (apdu) => fromHex((await nfc.transceive({ data: toHex(apdu) })).data),
      key,
      challenge,
      reconnect: () => nfc.connect(),
    })
  } finally {
    await nfc.close()
  }
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
