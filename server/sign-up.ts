import { isLoopback } from './setting.ts'
import type { Config } from './config.ts'

/** Whom sign-up is open to where SIGN_UP does not say: a server that others reach is not open to them. */
export function signUpOf(config: Config): 'open' | 'invited' | 'closed' {
  if (config.signUp !== null) return config.signUp as 'open' | 'invited' | 'closed'
  const isAlone = isLoopback(config.host) && !config.publicUrl && config.trustedProxies.length === 0
  return isAlone ? 'open' : 'invited'
}
