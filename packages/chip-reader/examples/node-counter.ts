// A reader at a counter (PC/SC): node node-counter.ts https://id.shop.example ACCESS_TOKEN NUMBER YYMMDD YYMMDD
import { readChip } from 'limen-chip-reader'
import { connectCard } from 'limen-chip-reader/pcsc'

const [service, token, documentNumber = '', birthDate = '', expiryDate = ''] = process.argv.slice(2)
const authorization = `Bearer ${token}`

const card = await connectCard()
const { challenge } = await (
  await fetch(`${service}/api/v1/enrolment/chip/challenge`, { headers: { authorization } })
).json()
const reading = await readChip({
  transceive: card.transceive,
  key: { documentNumber, birthDate, expiryDate },
  challenge,
  onProgress: ({ file, read, total }) => file && process.stderr.write(`\r${file} ${read} of ${total} bytes   `),
})
await card.close()
const answer = await fetch(`${service}/api/v1/enrolment/chip`, {
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(reading),
})
console.log(await answer.json()) // { hasError: false, country: 'UTO', type: 'PASSPORT' }
