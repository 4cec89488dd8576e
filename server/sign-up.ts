import { isLoopback } from './setting.ts'
import type { Config } from './config.ts'
import type { Log } from './platform/log.ts'

/** Who may sign up if SIGN_UP is not set: sign-up is closed on a server that others can reach. */
export function signUpOf(config: Config): 'open' | 'invited' | 'closed' {
  if (config.signUp !== null) return config.signUp as 'open' | 'invited' | 'closed'
  const isAlone = isLoopback(config.host) && !config.publicUrl && config.trustedProxies.length === 0
  return isAlone ? 'open' : 'invited'
}

/** Who may sign up at a process, which changes once a request shows a proxy that no setting names. */
export function admissionOf(config: Config, log: Log) {
  const signUp = signUpOf(config)
  const isOpenByDefault = config.signUp === null && signUp === 'open'
  let isSeen = false
  return {
    signUp,
    tenantsPerUser: config.tenantsPerUser,
    /** Who may sign up at this moment. */
    signUpNow: () => (isSeen && isOpenByDefault ? 'invited' : signUp),
    /** Others than this machine reach the server, so it is not open to them by default. */
    closedByProxy: (): boolean => isSeen && isOpenByDefault,
    /** A request came with headers of a proxy. */
    proxySeen(): void {
      if (isSeen) return
      isSeen = true
      log.warn('requests arrive through an unconfigured proxy', {
        fix: 'set PUBLIC_URL and TRUSTED_PROXIES',
        sign_up: isOpenByDefault ? 'needs an invitation until then' : 'unchanged',
      })
    },
  }
}
