/** Opens the keys, the checks and the connection to Valkey, before services are built. */
import { type CheckDescription, describeAllChecks } from '@plumbline/scanner'
import type { EventBackend } from '@plumbline/sse'
import { type Config, keyFile } from './config.ts'
import type { Signer } from './features/reports/index.ts'
import { chainKey, evidenceSigner } from './keys.ts'
import { keyChains, withChainKey } from './platform/audit/index.ts'
import { signingKeys, type SigningKeys } from './platform/auth/index.ts'
import type { Database } from './platform/db/index.ts'
import type { Log } from './platform/log.ts'
import { valkeyBackend } from './platform/streams/index.ts'
import { sharedLimits, type SharedLimits } from './platform/valkey/index.ts'
import {
  checkMasterKey,
  masterKey,
  type Vault,
  vault as openVault,
} from './platform/vault/index.ts'
import { warnAtStart } from './warnings.ts'
import { valkeyOf } from './ways-out.ts'

export interface Opened {
  readonly vault: Vault
  readonly keys: SigningKeys
  readonly checks: readonly CheckDescription[]
  /** The signer of evidence. */
  readonly signer: Signer
  /** Carries events to other processes; without it they stay in this one. */
  readonly backend?: EventBackend
  /** Counts requests for all processes together; without it each counts its own. */
  readonly shared?: SharedLimits
}

/**
 * `database` knows the key of the audit chains. Throws BadSetting for a master key that is not the one of the database.
 */
export async function open(
  given: { readonly config: Config; readonly database: Database; readonly log: Log },
  { api }: { readonly api: boolean },
): Promise<Opened & { readonly database: Database }> {
  const { config, log } = given
  const ofMaster = { setting: config.encryptionKey, file: keyFile(config) }
  const master = masterKey(ofMaster)
  await checkMasterKey(given.database, master, ofMaster)
  const ofChains = chainKey(config)
  const database = withChainKey(given.database, ofChains)
  for (const tenant_id of await keyChains(database, ofChains))
    log.error('audit chain is invalid before its first key', { tenant_id })
  const vault = openVault(master)
  const keys = await signingKeys(database, vault, config.tokenSigningKey)
  warnAtStart(config, keys, log)
  const checks = await describeAllChecks()
  const signer = evidenceSigner(config)
  const valkey = valkeyOf(config)
  const backend = valkey && valkeyBackend(valkey, log)
  const shared = valkey && api ? await sharedLimits(valkey, log) : undefined
  return {
    database,
    vault,
    keys,
    checks,
    signer,
    ...(backend && { backend }),
    ...(shared && { shared }),
  }
}
