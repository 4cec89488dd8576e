/** VALKEY_URL: one server, or Sentinels that know which server is the primary. */

export interface ValkeyAddress {
  /** The server, or each Sentinel, with the credentials of the address. */
  readonly urls: readonly [URL, ...URL[]]
  /** The name that the Sentinels know the primary by; null if the address is the server's. */
  readonly primary: string | null
}

const schemes = '(?:redis|rediss|valkey|valkeys)'
const ofServer = new RegExp(`^${schemes}://`)
/** Several hosts are not a valid URL. */
const ofSentinels = new RegExp(`^(${schemes})\\+sentinel://([^@/?#]*@)?([^@/?#]+)/([\\w.-]+)$`)

/** It names one host, and its credentials can be decoded. */
function isUsable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  try {
    decodeURIComponent(username + password)
  } catch {
    return false
  }
  return hostname !== '' && !hostname.includes(',')
}

/** `redis://user:password@host:6379` or `redis+sentinel://user:password@one:26379,other:26379/primary`; null for others. */
export function valkeyAddress(text: string): ValkeyAddress | null {
  const [, scheme, credentials = '', hosts, primary] = ofSentinels.exec(text) ?? []
  if (scheme === undefined || hosts === undefined || primary === undefined)
    return ofServer.test(text) && isUsable(text) ? { urls: [new URL(text)], primary: null } : null
  const texts = hosts.split(',').map((host) => `${scheme}://${credentials}${host}`)
  if (!texts.every(isUsable)) return null
  const [first, ...others] = texts.map((one) => new URL(one))
  return first ? { urls: [first, ...others], primary } : null
}

export const isEncrypted = ({ urls: [{ protocol }] }: ValkeyAddress): boolean =>
  /^(rediss|valkeys):$/.test(protocol)

/** Without credentials, for logs. */
export const describeValkey = (text: string): string =>
  (valkeyAddress(text)?.urls ?? []).map(({ host }) => host).join(', ')
