import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { engine } from '../../support/read-engine.ts'

const PAPERS: Record<string, { size: [number, number]; lines: string[] }> = {
  'a letter about a passport': {
    size: [900, 1200],
    lines: [
      'HM PASSPORT OFFICE',
      'UNITED KINGDOM OF GREAT BRITAIN',
      'Your application for a PASSPORT',
      'Dear Ms Quillfeather,',
      'Surname: QUILLFEATHER',
      'Given names: NADIA',
      'Date of birth: 04 MAR 1981',
      'Place of birth: PENZANCE',
      'Thank you for your application, which we received on 12 May 2025.',
      'Please send us your old passport by post within four weeks.',
      'Yours sincerely, A. Lamplighter',
    ],
  },
  'a form for a driving licence': {
    size: [900, 1200],
    lines: [
      'BUNDESREPUBLIK DEUTSCHLAND',
      'Antrag auf Erteilung eines FÜHRERSCHEINS',
      '1. Familienname',
      '2. Vornamen',
      '3. Geburtsdatum und -ort',
      '4. Anschrift',
      '5. Beantragte Klassen',
      'Ort, Datum, Unterschrift',
      'Dem Antrag sind ein Lichtbild und ein Sehtest beizufügen.',
    ],
  },
  'a receipt': {
    size: [500, 1000],
    lines: [
      'LAMP & OIL LTD',
      '12 North Quay',
      'Oil 2 l  7.40',
      'Wick  1.20',
      'Total  8.60',
      'Card  8.60',
      '04.03.2025 11:42',
    ],
  },
  'a bank card': {
    size: [856, 540],
    lines: ['BANK OF THE QUARTER', '5555 0000 1111 2222', 'VALID THRU 04/29', 'NADIA QUILLFEATHER', 'debit'],
  },
  'a business card': {
    size: [856, 540],
    lines: ['Nadia Quillfeather', 'Lamplighter', '+44 20 7946 0018', 'nadia@example.org', '12 North Quay'],
  },
  'a boarding pass': {
    size: [1100, 500],
    lines: [
      'BOARDING PASS',
      'QUILLFEATHER / NADIA',
      'FROM LHR TO IDN',
      'FLIGHT XX 118',
      '04 MAR 2025',
      'GATE 12',
      'SEAT 14A',
      'PASSPORT CHECKED',
    ],
  },
  'a screen with settings': {
    size: [720, 1400],
    lines: [
      'Settings',
      'Account',
      'Identity card: not added',
      'Driver License: not added',
      'Passport: not added',
      'Notifications',
      'Language: English',
      'Country: United States',
    ],
  },
}

describe('papers that are no identity document', () => {
  for (const [name, { size, lines }] of Object.entries(PAPERS))
    it(`are refused: ${name}`, async () => {
      const [width, height] = size
      const step = Math.min(80, (height - 80) / lines.length)
      const text = lines.map(
        (line, i) =>
          `<text x="50" y="${80 + step * i}" font-size="${step * 0.42}">${line.replace('&', '&amp;')}</text>`,
      )
      const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif"><rect width="${width}" height="${height}" fill="#f4f2ee"/>${text.join('')}</svg>`
      const picture = await sharp(Buffer.from(paper)).jpeg({ quality: 92 }).toBuffer()
      const { value } = await engine.read((context) => readPage(context, picture))
      assert.ok(!value.ok, value.ok ? JSON.stringify([value.value.reading.country, value.value.reading.type]) : '')
    })
})
