import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hashId } from '../ids.ts'
import type { Key } from './seal.ts'

const keyOf = (bytes: Buffer): Key => ({
  id: hashId(['master key', createHash('sha256').update(bytes).digest('hex')]),
  bytes,
})

function decoded(text: string, where: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== 32) {
    throw new Error(
      `${where} must be 32 bytes in base64, such as "openssl rand -base64 32" prints.`,
    )
  }
  return bytes
}

/**
 * The key that wraps all others: from the setting, else from a file that is generated once, readable
 * by its owner only. There is no default key.
 */
export function masterKey({ setting, file }: { setting: string | null; file: string }): Key {
  if (setting) return keyOf(decoded(setting, 'ENCRYPTION_KEY'))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return keyOf(decoded(readFileSync(file, 'utf8'), file))
}
