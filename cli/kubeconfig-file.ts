/** The kubeconfig of the user who runs a command: only here are the files that it names read. */
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { BadYaml, readYaml } from '@plumbline/scanner/yaml'
import { beginningOf } from './beginning-of-file.ts'
import { CommandFailed } from './terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Mapping = Record<string, unknown>

/** The scanner takes no more; a device may have no end. */
const maxBytes = 1_000_000

function read(path: string): Buffer {
  try {
    const bytes = beginningOf(path, maxBytes + 1) // one more than is taken shows that there is more
    if (bytes.length <= maxBytes) return bytes
  } catch (error) {
    throw new CommandFailed(`${path} cannot be read: ${(error as Error).message}`)
  }
  throw new CommandFailed(`${path} is too large for a kubeconfig (limit ${maxBytes} bytes).`)
}

function pathOf(environment: Environment, named: string | undefined): string {
  if (named !== undefined) return named
  const paths = (environment['KUBECONFIG'] ?? '').split(delimiter).filter(Boolean)
  if (paths.length > 1)
    throw new CommandFailed('KUBECONFIG lists several files. Choose one with --kubeconfig FILE.')
  return paths[0] ?? join(homedir(), '.kube', 'config')
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entry of a list that has this name; invalid lists are left for the scanner to report. */
function entry(config: Mapping, part: string, name: unknown): Mapping {
  const listed = config[`${part}s`]
  const found = Array.isArray(listed)
    ? listed.find((one) => isMapping(one) && one['name'] === name)
    : undefined
  const inner: unknown = isMapping(found) ? found[part] : undefined
  return isMapping(inner) ? inner : {}
}

/** Replaces a file's name by its content; inline content takes precedence, as in kubectl. */
function inline(values: Mapping, member: string, folder: string): void {
  const path = values[member]
  if (typeof path !== 'string' || path === '') return
  delete values[member]
  values[`${member}-data`] ||= read(resolve(folder, path)).toString('base64')
}

/**
 * The kubeconfig that kubectl would use, or the named one, with the files in it that the context needs. Throws
 * CommandFailed for a file that cannot be read.
 */
export function kubeconfigIn(
  environment: Environment,
  named: string | undefined,
  context: string | undefined,
): string {
  const path = pathOf(environment, named)
  const text = read(path).toString()
  const folder = dirname(resolve(path))
  const config = mappingIn(text)
  if (!config) return text
  const chosen = entry(config, 'context', context ?? config['current-context'])
  inline(entry(config, 'cluster', chosen['cluster']), 'certificate-authority', folder)
  const user = entry(config, 'user', chosen['user'])
  inline(user, 'client-certificate', folder)
  inline(user, 'client-key', folder)
  const tokenFile = user['tokenFile']
  if (typeof tokenFile === 'string' && tokenFile !== '') {
    delete user['tokenFile']
    user['token'] = read(resolve(folder, tokenFile)).toString().trim()
  }
  return JSON.stringify(config)
}

/** Null for a text that the scanner does not take either. */
function mappingIn(text: string): Mapping | null {
  try {
    const config = readYaml(text, { bytes: maxBytes, tokens: 64_000, aliases: 20, nodes: 64_000 })
    return isMapping(config) ? config : null
  } catch (error) {
    if (error instanceof BadYaml) return null
    throw error
  }
}

/** The credentials of a pod for the API server of its cluster. Throws CommandFailed without them. */
export function inClusterKubeconfig(
  environment: Environment,
  name = 'in-cluster',
  folder = '/var/run/secrets/kubernetes.io/serviceaccount',
): string {
  const host = environment['KUBERNETES_SERVICE_HOST']
  const port = environment['KUBERNETES_SERVICE_PORT'] ?? '443'
  if (!host)
    throw new CommandFailed(
      '--in-cluster works only in a pod of the cluster: KUBERNETES_SERVICE_HOST is not set.',
    )
  const cluster = {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    'certificate-authority-data': read(join(folder, 'ca.crt')).toString('base64'),
  }
  const token = read(join(folder, 'token')).toString().trim()
  return JSON.stringify({
    'current-context': name,
    clusters: [{ name, cluster }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    users: [{ name, user: { token } }],
  })
}
