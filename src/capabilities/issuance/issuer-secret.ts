import type { Ports } from '../../actions/ports/ports.ts'

/** What the keys of all issuers are made from: 32 bytes, sealed under the master key. */
export const readIssuerSecret = ({ secrets }: Pick<Ports, 'secrets'>): Promise<Uint8Array> =>
  secrets.get('credential-issuers')
