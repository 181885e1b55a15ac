import { cbc, cmac, ecb } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concat, pad } from './bytes.ts'
import { adjustParity, retailMac, tripleDesCbc } from './des.ts'

/** The symmetric half of a protocol: ICAO 9303-11, 9.7 and 9.8. */
export interface Cipher {
  name: '3DES' | 'AES-128' | 'AES-192' | 'AES-256'
  blockSize: 8 | 16
  keyLength: 16 | 24 | 32
  /** Whole blocks in CBC mode; the IV is zero when it is not given. */
  encrypt(key: Uint8Array, data: Uint8Array, iv?: Uint8Array): Bytes
  decrypt(key: Uint8Array, data: Uint8Array, iv?: Uint8Array): Bytes
  /** The first eight bytes of the MAC. Triple DES pads the data itself; CMAC has its own way. */
  mac(key: Uint8Array, data: Uint8Array): Bytes
  /** The IV of secure messaging, from the send sequence counter. */
  messageIv(key: Uint8Array, counter: Uint8Array): Bytes
  /** Key derivation: counter 1 for encryption, 2 for MACs, 3 for a password. */
  deriveKey(secret: Uint8Array, counter: 1 | 2 | 3): Bytes
}

export const TRIPLE_DES: Cipher = {
  name: '3DES',
  blockSize: 8,
  keyLength: 16,
  encrypt: (key, data, iv = new Uint8Array(8)) => tripleDesCbc(key, iv, data, 'encrypt'),
  decrypt: (key, data, iv = new Uint8Array(8)) => tripleDesCbc(key, iv, data, 'decrypt'),
  mac: (key, data) => retailMac(key, pad(data, 8)),
  messageIv: () => new Uint8Array(8),
  deriveKey: (secret, counter) => adjustParity(sha1(derivationInput(secret, counter)).slice(0, 16)),
}

export const AES_128 = aes('AES-128', 16)
export const AES_192 = aes('AES-192', 24)
export const AES_256 = aes('AES-256', 32)

function aes(name: Cipher['name'], keyLength: 16 | 24 | 32): Cipher {
  const hash = keyLength === 16 ? sha1 : sha256
  const plain = { disablePadding: true }
  return {
    name,
    blockSize: 16,
    keyLength,
    encrypt: (key, data, iv = new Uint8Array(16)) => cbc(key, iv, plain).encrypt(data),
    decrypt: (key, data, iv = new Uint8Array(16)) => cbc(key, iv, plain).decrypt(data),
    mac: (key, data) => cmac(data, key).slice(0, 8),
    messageIv: (key, counter) => ecb(key, plain).encrypt(counter),
    deriveKey: (secret, counter) => hash(derivationInput(secret, counter)).slice(0, keyLength),
  }
}

function derivationInput(secret: Uint8Array, counter: number) {
  return concat(secret, Uint8Array.of(0, 0, 0, counter))
}
