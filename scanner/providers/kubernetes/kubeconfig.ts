/**
 * Reads a cluster's URL and the credentials from a kubeconfig. Settings that would run, read or trust anything else are
 * rejected.
 */
import { X509Certificate } from 'node:crypto'
import { type HttpTls, proxyRule, proxyUrl, readPrivateKey, ScanProblem } from '../../kit/index.ts'
import { BadYaml, readYaml, type YamlLimits } from '../../yaml.ts'

/** The connection settings of one cluster. */
export interface Connection {
  /** The context, which is the name of the cluster. */
  readonly context: string
  /** Origin and path of the API server, without a trailing slash. */
  readonly server: string
  readonly tls: HttpTls
  readonly authorization: string | null
  /** The proxy that the file names for this cluster. */
  readonly proxy: URL | null
}

/** Some hundred clusters with their users and contexts. */
const limits: YamlLimits = { bytes: 1_000_000, tokens: 64_000, aliases: 20, nodes: 64_000 }

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Messages never contain a value of the file, because it is a secret. */
const refusal = (detail: string): ScanProblem =>
  new ScanProblem('invalid_secret', `The kubeconfig ${detail}.`)

function parsed(text: string): Mapping {
  try {
    const value = readYaml(text, limits)
    if (isMapping(value)) return value
  } catch (error) {
    if (!(error instanceof BadYaml)) throw error
    throw refusal(`is invalid: it ${error.message}`)
  }
  throw refusal('must be a YAML mapping')
}

type Part = 'cluster' | 'context' | 'user'

/** Returns the only entry of a list with this name. */
function entry(config: Mapping, part: Part, name: unknown): Mapping {
  const listed = config[`${part}s`]
  const named = (Array.isArray(listed) ? (listed as readonly unknown[]) : []).filter(
    (one): one is Mapping => isMapping(one) && one['name'] === name,
  )
  const [first, another] = named
  const inner = first?.[part]
  if (another) throw refusal(`has several ${part}s with the name that its context uses`)
  if (typeof name !== 'string' || name === '' || !isMapping(inner))
    throw refusal(`has no ${part} with the name that its context uses`)
  return inner
}

const runs = 'would run a command; use a token or a client certificate instead'
const readsFile = 'refers to a file; provide its content'
const impersonates = 'would impersonate another user'
const refused: Readonly<Record<Exclude<Part, 'context'>, Readonly<Record<string, string>>>> = {
  cluster: {
    'certificate-authority': `${readsFile} as certificate-authority-data`,
    'insecure-skip-tls-verify': 'would disable TLS verification',
  },
  user: {
    exec: runs,
    'auth-provider': runs,
    tokenFile: `${readsFile} as token`,
    'client-certificate': `${readsFile} as client-certificate-data`,
    'client-key': `${readsFile} as client-key-data`,
    as: impersonates,
    'as-uid': impersonates,
    'as-groups': impersonates,
    'as-user-extra': impersonates,
  },
}

/** Values that are accepted because they enable nothing. */
const asksNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === ''

function checkRefused(values: Mapping, part: keyof typeof refused): void {
  for (const [member, why] of Object.entries(refused[part]))
    if (!asksNothing(values[member])) throw refusal(`has ${part}.${member}, which ${why}`)
}

function textIn(values: Mapping, part: Part, member: string): string | null {
  const value = values[member]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  throw refusal(`has ${part}.${member}, which must be text`)
}

function serverOf(cluster: Mapping): string {
  const written = textIn(cluster, 'cluster', 'server')
  const url = written !== null && written.length <= 2_048 ? URL.parse(written) : null
  if (written === null || !url)
    throw refusal('has cluster.server, which must be a URL of at most 2048 characters')
  if (url.protocol !== 'https:') throw refusal('has cluster.server, which must begin with https://')
  if (url.username !== '' || url.password !== '' || written.includes('?') || written.includes('#'))
    throw refusal('has cluster.server, which must not have a user, query or fragment')
  let end = url.pathname.length
  while (end > 0 && url.pathname[end - 1] === '/') end -= 1
  return url.origin + url.pathname.slice(0, end)
}

/** The maximum number of authorities, enough for a large company; a connection receives all of them. */
const maxCertificates = 200

const [begin, finish] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

/** The certificates of a PEM text in base64, the first one parsed. */
function certificatesIn(data: string, of: string): { pem: string; first: X509Certificate } {
  const text = Buffer.from(data, 'base64').toString('latin1')
  const blocks: string[] = []
  let first: X509Certificate | undefined
  for (let at = text.indexOf(begin); at >= 0; ) {
    const end = text.indexOf(finish, at)
    if (end < 0) break
    if (blocks.length === maxCertificates)
      throw refusal(`has ${of}, which contains more than ${maxCertificates} certificates`)
    const block = text.slice(at, end + finish.length)
    try {
      const certificate = new X509Certificate(block)
      first ??= certificate
      blocks.push(`${certificate.toString().trim()}\n`)
    } catch {
      throw refusal(`has ${of}, which contains a certificate that does not parse`)
    }
    at = text.indexOf(begin, end)
  }
  if (!first) throw refusal(`has ${of}, which must be base64-encoded PEM certificates`)
  return { pem: blocks.join(''), first }
}

function keyIn(data: string, certificate: X509Certificate): string {
  const of = 'has user.client-key-data, which'
  try {
    const { key } = readPrivateKey(Buffer.from(data, 'base64').toString('latin1'))
    if (certificate.checkPrivateKey(key))
      return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    throw refusal(
      `${of} must be a base64-encoded PEM private key without a passphrase: RSA (at most 8192 bits), ECDSA or EdDSA`,
    )
  }
  throw refusal(`${of} does not match its client certificate`)
}

function clientCertificate(user: Mapping): Pick<HttpTls, 'cert' | 'key'> {
  const certificate = textIn(user, 'user', 'client-certificate-data')
  const key = textIn(user, 'user', 'client-key-data')
  if (certificate === null && key === null) return {}
  if (certificate === null || key === null)
    throw refusal('must have both a client certificate and its key, or neither')
  const { pem, first } = certificatesIn(certificate, 'user.client-certificate-data')
  return { cert: pem, key: keyIn(key, first) }
}

function authorizationOf(user: Mapping): string | null {
  const token = textIn(user, 'user', 'token')
  const username = textIn(user, 'user', 'username')
  const password = textIn(user, 'user', 'password')
  const isPlain = (text: string) => text.length <= 16_384 && !/[^\x21-\x7e]/.test(text)
  if (token !== null) {
    if (username !== null || password !== null) throw refusal('has both a token and a password')
    if (!isPlain(token)) throw refusal('has user.token, which is not a valid token')
    return `Bearer ${token}`
  }
  if (username === null && password === null) return null
  if (username === null || password === null)
    throw refusal('must have both a username and a password, or neither')
  if (username.includes(':')) throw refusal('has user.username, which must not contain a colon')
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  if (!isPlain(basic)) throw refusal('has user.password, which is too long')
  return `Basic ${basic}`
}

function tlsOf(cluster: Mapping, user: Mapping): HttpTls {
  const authority = textIn(cluster, 'cluster', 'certificate-authority-data')
  const servername = textIn(cluster, 'cluster', 'tls-server-name')
  const url = servername === null ? null : URL.parse(`https://${servername}/`)
  if (servername !== null && url?.hostname !== servername.toLowerCase())
    throw refusal('has cluster.tls-server-name, which must be a hostname')
  return {
    ...(authority !== null && {
      ca: certificatesIn(authority, 'cluster.certificate-authority-data').pem,
    }),
    ...clientCertificate(user),
    ...(servername !== null && { servername }),
  }
}

function proxyOf(cluster: Mapping): URL | null {
  const written = textIn(cluster, 'cluster', 'proxy-url')
  const url = written === null ? null : proxyUrl(written)
  if (written !== null && url === null) throw refusal(`has cluster.proxy-url, which ${proxyRule}`)
  return url
}

function contextOf(config: Mapping, wanted: string | null): string {
  const context = wanted ?? config['current-context']
  if (typeof context !== 'string' || context === '')
    throw refusal('has no current-context; set one, or specify a context')
  if (context.length > 253 || /\p{C}/u.test(context))
    throw refusal('has an invalid context name: it must have at most 253 printable characters')
  const listed = config['contexts']
  const isThere =
    Array.isArray(listed) && listed.some((one) => isMapping(one) && one['name'] === context)
  if (isThere) return context
  if (wanted === null) throw refusal('has a current-context that does not exist')
  throw new ScanProblem('account_mismatch', `The kubeconfig has no context ${wanted}.`)
}

/**
 * Reads the cluster and the user of a context, by default the current one. Other contexts are ignored. Throws
 * ScanProblem: `invalid_secret`, or `account_mismatch` if the context does not exist.
 */
export function parseKubeconfig(text: string, wanted: string | null): Connection {
  const config = parsed(text)
  const context = contextOf(config, wanted)
  const { cluster: clusterName, user: userName } = entry(config, 'context', context)
  const cluster = entry(config, 'cluster', clusterName)
  const user = entry(config, 'user', userName)
  checkRefused(cluster, 'cluster')
  checkRefused(user, 'user')
  const server = serverOf(cluster)
  const tls = tlsOf(cluster, user)
  const authorization = authorizationOf(user)
  if (authorization === null && tls.cert === undefined)
    throw refusal('has no credentials for the user of its context')
  return { context, server, tls, authorization, proxy: proxyOf(cluster) }
}

/** Rejects what only the operator of this process may choose. Throws ScanProblem. */
export function checkMembers({ proxy }: Connection): void {
  if (proxy !== null)
    throw refusal('has cluster.proxy-url, which would send requests through a proxy')
}

/** The connection defined by a secret. Throws ScanProblem as `parseKubeconfig` does. */
export function connectionOf(secret: unknown, uid: string | null): Connection {
  const content = isMapping(secret) ? secret['kubeconfig_content'] : undefined
  if (typeof content !== 'string' || content === '')
    throw new ScanProblem('invalid_secret', 'secret/kubeconfig_content must be a kubeconfig.')
  return parseKubeconfig(content, uid)
}
