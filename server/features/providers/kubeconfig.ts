/**
 * A kubeconfig can run programs, read files and send requests by other ways on the machine that uses it, which is this
 * server. So only the members that name the cluster and the user are read, members that would do any of that are
 * refused by name, and the rest is not stored.
 */
import { Refusal } from './secret-shape.ts'
import { isMapping, type Mapping, readMapping } from './yaml-document.ts'

const allowed = {
  cluster: ['server', 'certificate-authority-data', 'tls-server-name'],
  context: ['cluster', 'user', 'namespace'],
  user: ['token', 'client-certificate-data', 'client-key-data', 'username', 'password'],
} as const
type Part = keyof typeof allowed

const runs = 'would run a command; use a token or a client certificate instead'
const readsFile = 'refers to a file; provide its content'
const impersonates = 'would impersonate another user'
const refused: Readonly<Record<Part, Readonly<Record<string, string>>>> = {
  cluster: {
    'certificate-authority': `${readsFile} as certificate-authority-data`,
    'proxy-url': 'would send requests through a proxy',
    'insecure-skip-tls-verify': 'would disable TLS verification',
  },
  context: {},
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
const harmless = (value: unknown): boolean => value === false || value === null || value === ''

interface Entry {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

/** The entries under `clusters`, `contexts` or `users`. */
function entries(config: Mapping, part: Part): readonly Entry[] {
  const listed = config[`${part}s`]
  if (!Array.isArray(listed) || listed.length === 0)
    throw new Refusal(`Must have at least one ${part}.`)
  return listed.map((entry: unknown, index) => {
    const at = `${part}s[${index}]`
    const name = isMapping(entry) ? entry['name'] : undefined
    const inner = isMapping(entry) ? entry[part] : undefined
    if (typeof name !== 'string' || name === '' || !isMapping(inner)) {
      throw new Refusal(`${at} must have a name and a ${part}.`)
    }
    for (const [member, why] of Object.entries(refused[part])) {
      if (Object.hasOwn(inner, member) && !harmless(inner[member]))
        throw new Refusal(`${at}.${part}.${member} ${why}.`, 'refused')
    }
    const values: Record<string, string> = {}
    for (const member of allowed[part]) {
      const value = inner[member]
      if (value === undefined || value === null) continue
      if (typeof value !== 'string') throw new Refusal(`${at}.${part}.${member} must be a string.`)
      values[member] = value
    }
    return { name, values }
  })
}

function named(all: readonly Entry[], name: string | undefined, what: string): Entry {
  const found = all.find((entry) => entry.name === name)
  if (!found) throw new Refusal(`The current context refers to a ${what} that is not in the file.`)
  return found
}

/** The same kubeconfig with what is allowed of it, as JSON, which is YAML. Throws a Refusal. */
export function rebuildKubeconfig(text: string): string {
  const config = readMapping(text)
  const clusters = entries(config, 'cluster')
  const contexts = entries(config, 'context')
  const users = entries(config, 'user')
  const current = config['current-context'] ?? (contexts.length === 1 ? contexts[0]?.name : null)
  if (typeof current !== 'string' || current === '')
    throw new Refusal('Must have a current-context.')
  const context = contexts.find(({ name }) => name === current)
  if (!context) throw new Refusal('The current-context must be the name of a context in the file.')
  named(users, context.values['user'], 'user')
  const { values } = named(clusters, context.values['cluster'], 'cluster')
  const server = values['server'] ?? ''
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw new Refusal('The server of the current context must be a valid URL.')
  }
  const rebuild = (part: Part, all: readonly Entry[]) =>
    all.map(({ name, values: inner }) => ({ name, [part]: inner }))
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    clusters: rebuild('cluster', clusters),
    contexts: rebuild('context', contexts),
    users: rebuild('user', users),
  })
}
