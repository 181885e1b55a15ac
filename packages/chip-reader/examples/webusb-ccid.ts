// A counter's page in Chrome: a USB reader by WebUSB. The system's own smart card service must not hold the reader.
import type { Transceive } from 'limen-chip-reader'

/** The part of WebUSB that is used; the types come with @types/w3c-web-usb. */
interface UsbDevice {
  open(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  transferOut(endpoint: number, data: BufferSource): Promise<unknown>
  transferIn(endpoint: number, length: number): Promise<{ data?: DataView }>
  configuration: { interfaces: UsbInterface[] } | null
}
interface UsbInterface {
  interfaceNumber: number
  alternate: { interfaceClass: number; endpoints: { type: string; direction: string; endpointNumber: number }[] }
}

const SMART_CARD = 0x0b
const POWER_ON = 0x62
const TRANSFER = 0x6f
const WAIT = 0x80

/** Call it from a click: the browser asks the person which reader. Resolves to what `readChip` takes. */
export async function connectUsbReader(usb: {
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>
}): Promise<Transceive> {
  const device = await usb.requestDevice({ filters: [{ classCode: SMART_CARD }] })
  await device.open()
  if (!device.configuration) await device.selectConfiguration(1)
  const found = device.configuration?.interfaces.find(({ alternate }) => alternate.interfaceClass === SMART_CARD)
  if (!found) throw new Error('this device is not a smart card reader')
  await device.claimInterface(found.interfaceNumber)
  const endpoint = (direction: string) =>
    found.alternate.endpoints.find((one) => one.type === 'bulk' && one.direction === direction)?.endpointNumber ?? 0

  let sequence = 0
  async function command(type: number, data: Uint8Array): Promise<Uint8Array> {
    // CCID 1.1, 6.1: type, length, slot, sequence, three bytes of parameters, data.
    const message = new Uint8Array(10 + data.length)
    new DataView(message.buffer).setUint32(1, data.length, true)
    message[0] = type
    message[6] = sequence
    message.set(data, 10)
    sequence = (sequence + 1) & 0xff
    await device.transferOut(endpoint('out'), message)
    for (;;) {
      const { data: view } = await device.transferIn(endpoint('in'), 65_556)
      if (!view) throw new Error('the reader sent nothing')
      const status = view.getUint8(7)
      if ((status & 0xc0) === WAIT) continue // the card asks for more time
      if (status & 0xc0) throw new Error(`the reader lost the card (${view.getUint8(8)})`)
      return new Uint8Array(view.buffer, view.byteOffset + 10, view.getUint32(1, true)).slice()
    }
  }
  await command(POWER_ON, new Uint8Array(0))
  return (apdu) => command(TRANSFER, apdu)
}
