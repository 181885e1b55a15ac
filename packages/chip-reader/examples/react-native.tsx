// A screen of an app: Android and iOS by react-native-nfc-manager.
// iOS needs the entitlement "Near Field Communication Tag Reading" and A0000002471001 among the AIDs of Info.plist.
import { type AccessKey, ChipReadError, readChip } from 'limen-chip-reader'
import { useState } from 'react'
import { Button, Platform, Text, View } from 'react-native'
import NfcManager, { NfcTech } from 'react-native-nfc-manager'

const ADVICE: Record<string, string> = {
  WRONG_KEY: 'The document number or a date is not right. Check them.',
  LOST: 'Hold the phone still on the document.',
  NO_CHIP: 'This document has no chip that can be read.',
  BLOCKED: 'The chip does not take any more keys today.',
  NOT_SUPPORTED: 'This chip cannot be read. Photograph the document instead.',
}

/**
 * What the hosted page hands over when it opens your app (`chipApp` of the tenant): the service, a token of the session, and
 * the key that its camera read from the MRZ, so that nobody types it. Without the key ask for the three fields.
 */
export function fromLink(link: string): { service: string; token: string; accessKey?: AccessKey } {
  const pairs = link.slice(link.indexOf('#') + 1).split('&')
  const values = Object.fromEntries(pairs.map((pair) => pair.split('=').map(decodeURIComponent)))
  const { api: service = '', token = '', documentNumber, birthDate, expiryDate } = values
  return { service, token, ...(documentNumber && { accessKey: { documentNumber, birthDate, expiryDate } }) }
}

export function ChipScreen({ service, token, accessKey }: { service: string; token: string; accessKey: AccessKey }) {
  const [line, setLine] = useState('Lay the phone on the document.')

  async function send() {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { challenge } = await (await fetch(`${service}/api/v1/enrolment/chip/challenge`, { headers })).json()
    const connect = async () => {
      await NfcManager.cancelTechnologyRequest()
      await NfcManager.requestTechnology(NfcTech.IsoDep)
    }
    await connect()
    try {
      const reading = await readChip({
        transceive: async (apdu) => Uint8Array.from(await NfcManager.isoDepHandler.transceive([...apdu])),
        key: accessKey,
        challenge,
        reconnect: connect,
        // Android tells how much it can carry at once; iOS carries extended length.
        maxTransceiveLength: Platform.OS === 'ios' ? 65_535 : await NfcManager.getMaxTransceiveLength(),
        onProgress: ({ file, read = 0, total = 1 }) =>
          file && setLine(`${file}: ${Math.round((100 * read) / total)} %`),
      })
      const body = JSON.stringify(reading)
      const answer = await (await fetch(`${service}/api/v1/enrolment/chip`, { method: 'POST', headers, body })).json()
      setLine(answer.hasError ? `Not accepted: ${answer.error}` : 'Done.')
    } catch (error) {
      setLine((error instanceof ChipReadError && ADVICE[error.code]) || String(error))
    } finally {
      await NfcManager.cancelTechnologyRequest()
    }
  }

  return (
    <View>
      <Text>{line}</Text>
      <Button title="Read the chip" onPress={() => void send()} />
    </View>
  )
}
