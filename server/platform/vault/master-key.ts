import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadSetting } from '../../config.ts'
import { type Database, sql } from '../db/index.ts'
import { hashId, newId } from '../ids.ts'
import type { Key } from './seal.ts'

const keyOf = (bytes: Buffer): Key => ({
  id: hashId(['master key', createHash('sha256').update(bytes).digest('hex')]),
  bytes,
})

function decoded(text: string, where: string): Buffer {
  const strict = /^[A-Za-z0-9+/]{43}=$/.test(text.trim())
  if (!strict) {
    throw new BadSetting(
      `${where} must be 32 bytes in base64, for example the output of "openssl rand -base64 32".`,
    )
  }
  return Buffer.from(text.trim(), 'base64')
}

const keyLetters = 44
const patienceMs = 2_000
const pauseMs = 20

/** The file's text once it is whole: another process may have created it this moment. */
function whole(file: string): string {
  for (let waited = 0; ; waited += pauseMs) {
    const text = readFileSync(file, 'utf8')
    if (text.trim().length >= keyLetters || waited >= patienceMs) return text
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
}

/**
 * The key that wraps all others: from the setting, else from a file that is generated once, readable
 * by its owner only. There is no default key. A file that is not a key is an error, never replaced:
 * what was sealed with the lost key would be lost with it.
 */
export function masterKey({ setting, file }: { setting: string | null; file: string }): Key {
  if (setting) return keyOf(decoded(setting, 'ENCRYPTION_KEY'))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${randomBytes(32).toString('base64')}\n`
  try {
    writeFileSync(file, fresh, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return keyOf(decoded(whole(file), file))
}

/** A key for one purpose, which reveals nothing of the master key or of the other purposes. HKDF-SHA256, RFC 5869. */
export const derivedKey = (master: Key, purpose: string): Key =>
  keyOf(Buffer.from(hkdfSync('sha256', master.bytes, '', `plumbline ${purpose}`, 32)))

const isUnknown = async (database: Database, keyId: string): Promise<boolean> =>
  (
    await database.outsideTenants((tx) =>
      tx.single<{ is_unknown: boolean }>(sql`select is_unknown_master_key(${keyId}) as is_unknown`),
    )
  ).is_unknown

/** Throws BadSetting if a new key would be generated for a database with secrets: it could open none of them. */
export async function checkKeyFile(
  database: Database,
  { setting, file }: { setting: string | null; file: string },
): Promise<void> {
  if (setting || existsSync(file) || !(await isUnknown(database, newId()))) return
  throw new BadSetting(
    `${file} is missing, and the secrets in this database are encrypted with it. Restore the file, or set ENCRYPTION_KEY to its content.`,
  )
}

/** Throws BadSetting when all that the database keeps sealed was sealed with another key than `key`. */
export async function checkMasterKey(
  database: Database,
  key: Key,
  { setting, file }: { setting: string | null; file: string },
): Promise<void> {
  if (!(await isUnknown(database, key.id))) return
  throw new BadSetting(
    `${setting ? 'ENCRYPTION_KEY' : file} is not the key that encrypted the secrets in this database.`,
  )
}
