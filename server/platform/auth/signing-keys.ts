import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import { readPrivateKey } from '@plumbline/scanner/kit'
import { BadSetting } from '../../config.ts'
import { type Database, sql } from '../db/index.ts'
import type { Vault } from '../vault/index.ts'

/** The pair that signs tokens, and every key whose signatures are still good. */
export interface SigningKeys {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKeys: ReadonlyMap<string, KeyObject>
}

/** Of a pair that is made: 128 bits of security, in 0.15 s once. A pair of TOKEN_SIGNING_KEY may have less. */
export const signingKeyBits = 3_072
const leastBits = 2_048

const kidOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 22)

function readPem(pem: string): KeyObject | undefined {
  try {
    return readPrivateKey(pem).key
  } catch {
    return undefined // the setting has one rule, which the error below states
  }
}

/** The pair of TOKEN_SIGNING_KEY. Throws BadSetting. */
export function pairOf(pem: string): SigningKeys {
  const privateKey = readPem(pem)
  const bits = privateKey?.asymmetricKeyDetails?.modulusLength ?? 0
  if (privateKey?.asymmetricKeyType !== 'rsa' || bits < leastBits) {
    throw new BadSetting(
      `TOKEN_SIGNING_KEY must be an RSA private key of at least ${leastBits} bits in PEM, such as ` +
        '"openssl genrsa 3072" prints.',
    )
  }
  const publicKey = createPublicKey(privateKey)
  const kid = kidOf(publicKey)
  return { kid, privateKey, publicKeys: new Map([[kid, publicKey]]) }
}

interface Stored {
  readonly kid: string
  readonly sealed_key: Uint8Array
  readonly public_key: string
}

const cell = (kid: string): { table: string; id: string; column: string } => ({
  table: 'signing_keys',
  id: kid,
  column: 'sealed_key',
})

/**
 * The key of the setting (a PEM), else the pair in the database, made at the first start.
 * Several processes that start at once agree on the first one's pair.
 */
export async function signingKeys(
  database: Database,
  vault: Vault,
  setting: string | null,
): Promise<SigningKeys> {
  if (setting) return pairOf(setting)
  const read = (): Promise<Stored[]> =>
    database.outsideTenants((tx) => tx.rows<Stored>(sql`select * from find_signing_keys()`))
  let stored = await read()
  if (stored.length === 0) {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: signingKeyBits,
    })
    const kid = kidOf(publicKey)
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const sealed = vault.sealGlobal(cell(kid), Buffer.from(pem))
    const shown = String(publicKey.export({ type: 'spki', format: 'pem' }))
    await database.outsideTenants((tx) =>
      tx.rows(sql`select add_first_signing_key(${kid}, ${sealed}, ${shown})`),
    )
    stored = await read()
  }
  const [newest] = stored
  if (!newest) throw new Error('No signing key could be stored.')
  const pem = vault.openGlobal(cell(newest.kid), Buffer.from(newest.sealed_key)).toString()
  return {
    kid: newest.kid,
    privateKey: createPrivateKey(pem),
    publicKeys: new Map(stored.map(({ kid, public_key }) => [kid, createPublicKey(public_key)])),
  }
}
