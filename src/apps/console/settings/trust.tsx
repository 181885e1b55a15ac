import { useState } from 'preact/hooks'
import type { TrustView } from '../../../kernel/tenants/contract/console-settings.ts'
import { Field } from '../../ui/form.tsx'
import { Answered, Dot, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import type { Tone } from '../../ui/words.ts'
import { readTrust } from './api.ts'

type Item = TrustView['items'][number]

const SOON_MS = 60 * 86_400_000
const OLD_DAYS = 180

/**
 * Whose signature in a chip, a wallet's credential or a barcode is trusted, its origin and its end date. It is changed
 * on the command line, where the files are.
 */
export function Trust() {
  const asked = useAnswer(readTrust, [])
  const [country, setCountry] = useState('')
  return (
    <>
      <p class="soft">
        Chips and barcodes signed by states, and wallet credentials signed by issuers, are trusted if one of these
        authorities vouches for the signer. <code>limen trust import FILE…</code> adds master lists, certificates and
        revocation lists, <code>limen trust remove SHA256</code> removes one.
      </p>
      <Answered asked={asked} what="trusted authorities" lines={8}>
        {(view) =>
          view.items.length > 0 ? (
            <>
              <Age view={view} />
              <Ending countries={view.endingSoon} />
              <Field
                label="Country"
                type="search"
                maxLength={2}
                size={4}
                value={country}
                write={(text) => setCountry(text.toUpperCase())}
              />
              <Table
                rows={view.items.filter((item) => item.country.startsWith(country))}
                columns={COLUMNS}
                keyOf={({ sha256 }) => sha256}
              />
            </>
          ) : (
            <Empty picture="lists" title="No trusted authorities yet">
              Every chip has an unknown issuer until a master list is imported.
            </Empty>
          )
        }
      </Answered>
    </>
  )
}

function Age({ view: { items, newestListUtc } }: { view: TrustView }) {
  const authorities = items.filter(({ kind, purpose }) => kind === 'authority' && purpose === 'chip')
  const countries = new Set(authorities.map(({ country }) => country)).size
  const days = newestListUtc && Math.floor((Date.now() - Date.parse(newestListUtc)) / 86_400_000)
  return (
    <p>
      Chips: {counted(authorities.length, 'authority', 'authorities')} of {counted(countries, 'country', 'countries')}.{' '}
      {days === undefined || days === '' ? (
        'No master list has been imported.'
      ) : (
        <Dot tone={days > OLD_DAYS ? 'warn' : 'good'}>the newest master list is {days} days old</Dot>
      )}
    </p>
  )
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function Ending({ countries }: { countries: readonly string[] }) {
  if (countries.length === 0) return null
  return (
    <p class="notice" role="status">
      The last authority of {countries.join(', ')} expires within 60 days: import a newer master list, or chips of{' '}
      {countries.length > 1 ? 'these countries' : 'this country'} will have an unknown issuer.
    </p>
  )
}

const FOR = { chip: 'Chips', wallet: 'Wallets', seal: 'Barcodes' }

const COLUMNS: Column<Item>[] = [
  { head: 'Country', class: 'nowrap', cell: ({ country }) => country || '–' },
  { head: 'Name', isName: true, cell: ({ name }) => name },
  {
    head: 'Used for',
    class: 'nowrap',
    cell: ({ purpose, uses }) => `${FOR[purpose]}${uses ? `: ${uses.join(', ')}` : ''}`,
  },
  { head: 'Kind', class: 'nowrap', cell: ({ kind }) => kind.replace('-', ' ') },
  {
    head: 'Expires',
    class: 'nowrap',
    cell: ({ endsUtc }) => (endsUtc ? <Dot tone={toneOf(endsUtc)}>{endsUtc.slice(0, 10)}</Dot> : '–'),
  },
  {
    head: 'Origin',
    cell: ({ origin, listedUtc }) => `${origin}${listedUtc ? `, signed ${listedUtc.slice(0, 10)}` : ''}`,
  },
]

/** An expired authority still vouches for what it certified before. */
function toneOf(endsUtc: string): Tone {
  const left = Date.parse(endsUtc) - Date.now()
  return left < 0 ? 'soft' : left < SOON_MS ? 'warn' : 'good'
}
