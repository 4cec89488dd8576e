/** Where PostgreSQL, Valkey and the store of files are, and whether the way there is encrypted and its end verified. */
import { BlockList, isIP } from 'node:net'
import { BadSetting, valkey } from './setting.ts'
import { isEncrypted, valkeyAddress } from './valkey-address.ts'

/** A connection that an attacker on the network path could read, or answer in place of the server. */
export interface Unprotected {
  readonly server: string
  readonly lacks: 'TLS' | 'a verified certificate'
}

interface Addresses {
  readonly databaseUrl: string | null
  readonly databaseAdminUrl: string | null
  readonly databaseReplicaUrl: string | null
  readonly valkeyUrl: string | null
  readonly filesUrl: string | null
}
type Environment = Readonly<Record<string, string | undefined>>
type Lack = Unprotected['lacks'] | undefined

/** Passwords of addresses that are set in parts. */
export const secretParts = [
  'POSTGRES_PASSWORD',
  'POSTGRES_ADMIN_PASSWORD',
  'VALKEY_PASSWORD',
] as const

/** The addresses of the settings. Throws BadSetting for one that they do not allow. */
export function readAddresses(
  config: Addresses & {
    readonly requireTls: boolean
    readonly valkeyCaFile: string | null
    readonly valkeyClientFile: string | null
  },
  environment: Environment,
): Addresses & { readonly unprotected: readonly Unprotected[] } {
  const addresses = {
    databaseUrl: config.databaseUrl ?? urlFromParts(environment, false),
    databaseAdminUrl: config.databaseAdminUrl ?? urlFromParts(environment, true),
    databaseReplicaUrl: config.databaseReplicaUrl,
    valkeyUrl: config.valkeyUrl ?? valkeyFromParts(environment),
    filesUrl: config.filesUrl,
  }
  if (addresses.databaseReplicaUrl !== null && addresses.databaseUrl === null)
    throw new BadSetting('DATABASE_REPLICA_URL requires DATABASE_URL, the address of its primary.')
  const open = unprotected(addresses, environment)
  if (config.requireTls && open[0]) {
    throw new BadSetting(`REQUIRE_TLS is set, but ${open[0].server} does not use ${open[0].lacks}.`)
  }
  const { valkeyUrl } = addresses
  const file =
    (config.valkeyCaFile && 'VALKEY_CA_FILE') || (config.valkeyClientFile && 'VALKEY_CLIENT_FILE')
  const ofValkey = valkeyUrl === null ? null : valkeyAddress(valkeyUrl)
  if (file && ofValkey && !isEncrypted(ofValkey)) {
    throw new BadSetting(`${file} requires Valkey over TLS: a URL that starts with rediss://.`)
  }
  return { ...addresses, unprotected: open }
}

/** PostgreSQL's address from the parts that existing deployments set. */
function urlFromParts(environment: Environment, admin: boolean): string | null {
  const host = environment['POSTGRES_HOST']
  if (!host) return null
  const kind = admin ? 'POSTGRES_ADMIN' : 'POSTGRES'
  const [user, password] = [environment[`${kind}_USER`], environment[`${kind}_PASSWORD`]]
  if (!user) {
    if (admin || environment['POSTGRES_ADMIN_USER']) return null
    throw new BadSetting('POSTGRES_HOST requires POSTGRES_USER.')
  }
  const text = `postgres://${host}:${environment['POSTGRES_PORT'] ?? '5432'}`
  if (!URL.canParse(text))
    throw new BadSetting('POSTGRES_HOST and POSTGRES_PORT are not a valid address.')
  const url = new URL(text)
  url.username = user
  url.password = password ?? ''
  url.pathname = environment['POSTGRES_DB'] ?? 'plumbline'
  return url.href
}

/** Valkey's address from the parts that existing deployments set. */
function valkeyFromParts(environment: Environment): string | null {
  const host = environment['VALKEY_HOST']
  if (!host) return null
  const scheme = environment['VALKEY_SCHEME'] || 'redis'
  const text = `${scheme}://${host}:${environment['VALKEY_PORT'] || '6379'}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) throw new BadSetting('VALKEY_HOST and VALKEY_PORT are not a valid address.')
  url.username = environment['VALKEY_USERNAME'] ?? ''
  url.password = environment['VALKEY_PASSWORD'] ?? ''
  try {
    return valkey(url.href)
  } catch {
    throw new BadSetting('VALKEY_SCHEME must be redis, rediss, valkey or valkeys.')
  }
}

/** What the addresses lack that lead to another machine. */
function unprotected(addresses: Addresses, environment: Environment): Unprotected[] {
  const { databaseUrl, databaseAdminUrl, databaseReplicaUrl, valkeyUrl, filesUrl } = addresses
  const careless = environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
  const urls: readonly (readonly [server: string, url: URL])[] = [
    ...[databaseUrl, databaseAdminUrl, databaseReplicaUrl].flatMap((text) =>
      text ? [['PostgreSQL', new URL(text)] as const] : [],
    ),
    ...(valkeyUrl
      ? (valkeyAddress(valkeyUrl)?.urls ?? []).map((url) => ['Valkey', url] as const)
      : []),
    ...(filesUrl ? [['the store of files', new URL(filesUrl)] as const] : []),
  ]
  const found = urls.flatMap(([name, url]) => {
    const host = (url.searchParams.get('host') ?? decodeURIComponent(url.hostname)).toLowerCase()
    if (isHere(host)) return []
    const lack = name === 'PostgreSQL' ? lackOfPostgres(url, environment) : lackOfScheme(url)
    const lacks = lack ?? (careless ? ('a verified certificate' as const) : undefined)
    return lacks ? [{ server: `${name} at ${host}`, lacks }] : []
  })
  return found.filter(
    ({ server }, index) => found.findIndex((one) => one.server === server) === index,
  )
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** A socket of this machine, or an address that never leaves it. */
function isHere(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const version = isIP(bare)
  if (version === 0) return bare === '' || bare === 'localhost' || bare.startsWith('/')
  return loopback.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}

const lackOfScheme = ({ protocol }: URL): Lack =>
  /^(rediss|valkeys|https):$/.test(protocol) ? undefined : 'TLS'

/** As the driver reads an address: any other value encrypts, and verifies the certificate. */
function lackOfPostgres({ searchParams: said }: URL, { PGSSLMODE }: Environment): Lack {
  const mode = said.get('sslmode')
  const asks = mode ?? said.get('sslrootcert') ?? said.get('sslcert') ?? said.get('sslkey')
  if (asks) {
    if (mode === 'disable') return 'TLS'
    if (said.get('uselibpqcompat') !== 'true')
      return mode === 'no-verify' ? 'a verified certificate' : undefined
    const trusts = mode === 'prefer' || (mode === 'require' && !said.get('sslrootcert'))
    return trusts ? 'a verified certificate' : undefined
  }
  const ssl = said.get('ssl')
  if (ssl === 'no-verify') return 'a verified certificate'
  if (ssl) return ssl === '0' ? 'TLS' : undefined
  if (said.get('sslnegotiation') === 'direct' && ssl === null) return undefined
  if (PGSSLMODE === 'no-verify') return 'a verified certificate'
  return /^(prefer|require|verify-ca|verify-full)$/.test(PGSSLMODE ?? '') ? undefined : 'TLS'
}
