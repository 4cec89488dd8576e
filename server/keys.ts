/** Keys of the installation: the master key is a setting or a file, and others are derived from it. */
import { existsSync } from 'node:fs'
import { BadSetting, type Config, keyFile } from './config.ts'
import { type Signer, signerOf } from './features/reports/index.ts'
import type { ChainKey } from './platform/audit/index.ts'
import { pairOf } from './platform/auth/index.ts'
import { derivedKey, masterKey } from './platform/vault/index.ts'

/** Throws BadSetting for invalid keys before the database is opened, which may take seconds. */
export function checkKeys({ encryptionKey: setting, tokenSigningKey }: Config): void {
  if (setting) masterKey({ setting, file: '' })
  if (tokenSigningKey) pairOf(tokenSigningKey)
}

/** The key of the audit chains. It is derived from the master key and is never in the database. */
export const chainKey = (config: Config): ChainKey => derivedKey(masterOf(config), 'audit chain')

/**
 * The key that signs evidence of this installation, derived like that of the audit chains. Throws BadSetting without a
 * master key: a newly generated one has signed nothing.
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
