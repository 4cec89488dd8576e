/** Keys of the installation: the master key is set or lies in a file, and others are derived from it. */
import { existsSync } from 'node:fs'
import { BadSetting, type Config, keyFile } from './config.ts'
import { type Signer, signerOf } from './features/reports/index.ts'
import type { ChainKey } from './platform/audit/index.ts'
import { pairOf } from './platform/auth/index.ts'
import { derivedKey, masterKey } from './platform/vault/index.ts'

/** Throws BadSetting for keys that are none, whatever the database holds: to open one may take seconds. */
export function checkKeys({ encryptionKey: setting, tokenSigningKey }: Config): void {
  if (setting) masterKey({ setting, file: '' })
  if (tokenSigningKey) pairOf(tokenSigningKey)
}

/** The key of the audit chains. It is derived from the master key and is never in the database. */
export const chainKey = (config: Config): ChainKey => derivedKey(masterOf(config), 'audit chain')

/**
 * Who signs evidence of this installation: a key derived as that of the audit chains is. Throws BadSetting where
 * there is no master key yet: a key that is made for the answer has signed nothing.
 */
export function evidenceSigner(config: Config): Signer {
  const file = keyFile(config)
  if (!config.encryptionKey && !existsSync(file))
    throw new BadSetting(
      `${file} does not exist. Set DATA_DIR to the directory of the installation, or ENCRYPTION_KEY to its key.`,
    )
  return signerOf(derivedKey(masterOf(config), 'evidence').bytes)
}

const masterOf = (config: Config) =>
  masterKey({ setting: config.encryptionKey, file: keyFile(config) })
