import type { Config } from './config.ts'
import { isOpenToOthers } from './data-directory.ts'
import { signingKeyBits, type SigningKeys } from './platform/auth/index.ts'
import type { Log } from './platform/log.ts'

/** What an operator should know before others do; none of it keeps the server from its work. */
export function warnAtStart(
  { unprotected, dataDir }: Pick<Config, 'unprotected' | 'dataDir'>,
  { privateKey }: SigningKeys,
  log: Log,
): void {
  for (const { server, lacks } of unprotected) {
    log.warn(`connection to another host without ${lacks}`, { server })
  }
  if (isOpenToOthers(dataDir)) {
    const facts = { directory: dataDir, fix: `chmod 700 ${dataDir}` }
    log.warn('DATA_DIR is accessible to other users of this host', facts)
  }
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < signingKeyBits) {
    const facts = { bits, made_now: signingKeyBits }
    log.warn('token signing key is short; set a longer TOKEN_SIGNING_KEY', facts)
  }
}

/** Where the API and the worker are separate processes that share no Valkey. */
export function warnOfSeparation({ sweepSeconds }: Pick<Config, 'sweepSeconds'>, log: Log): void {
  log.warn(
    'VALKEY_URL is not set; events and revocations stay within the process that published them',
    { until_revoked_seconds: sweepSeconds },
  )
}
