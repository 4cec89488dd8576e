/** The files for Docker Compose in ship/: valid for the product, complete and hardened. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../server/config.ts'
import { knownSettings, orderlyStopSeconds } from './ship-settings.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly restart?: string
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly privileged?: boolean
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly stop_grace_period?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly deploy?: { readonly replicas?: number }
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
  readonly networks?: Readonly<Record<string, unknown>>
}

const files = ['ship/compose.yaml', 'ship/compose.small.yaml'] as const
const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** The file as Compose reads it, with these variables: it replaces them after it has parsed the file. */
function composed(path: string, given: Readonly<Record<string, string>> = {}): Compose {
  const replaced = (text: string): string =>
    text.replaceAll(variable, (_, name: string, kind?: string, fallback = '') =>
      kind === '?' ? (given[name] ?? 'secret0123456789') : (given[name] ?? fallback),
    )
  const revived = (_: unknown, value: unknown): unknown =>
    typeof value === 'string' ? replaced(value) : value
  return parse(read(path), revived, { merge: true }) as Compose
}

const servicesOf = (path: string): [string, Service][] => Object.entries(composed(path).services)
const ofPlumbline = (path: string): [string, Service][] =>
  servicesOf(path).filter(([, { image }]) => image.startsWith('plumbline:'))
const ofServersAndWorkers = (path: string): [string, Service][] =>
  ofPlumbline(path).filter(([name]) => name !== 'migrate')

const example = Object.fromEntries(
  [...read('ship/.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)
const isSecretVariable = (name: string): boolean => /(KEY|PASSWORD)$/.test(name)

test('each variable is in .env.example, with its default, and each of these is used', () => {
  const used = new Set<string>()
  for (const path of files)
    for (const [, name = '', kind, text] of read(path).matchAll(variable)) {
      used.add(name)
      assert.ok(name in example, `${path}: ${name}`)
      if (kind === '-') assert.equal(text, example[name], `${path}: ${name}`)
    }
  assert.deepEqual(Object.keys(example).toSorted(), [...used].toSorted())
})

test('a missing secret stops Compose with a sentence, and no secret has a default', () => {
  for (const path of files)
    for (const [whole, name = '', kind] of read(path).matchAll(variable))
      assert.equal(kind, isSecretVariable(name) ? '?' : '-', `${path}: ${whole}`)
  for (const [name, value] of Object.entries(example))
    if (isSecretVariable(name)) assert.equal(value, '', name)
})

test('images have full versions, and that of Plumbline is the one of this version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const path of files)
    for (const [name, { image }] of servicesOf(path))
      assert.match(image, /^(postgres:\d+\.\d+-|[\w./]+:\d+\.\d+\.\d+(-|$))/, `${path}: ${name}`)
  for (const path of files) {
    assert.ok(ofPlumbline(path).length > 0)
    for (const [, { image }] of ofPlumbline(path)) assert.equal(image, `plumbline:${version}`)
  }
  assert.equal(example['PLUMBLINE_IMAGE'], `plumbline:${version}`)
})

test('containers have no rights that they do not need', () => {
  for (const path of files)
    for (const [name, service] of servicesOf(path)) {
      const where = `${path}: ${name}`
      assert.equal(service.read_only, true, where)
      assert.deepEqual(service.cap_drop, ['ALL'], where)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], where)
      assert.ok(service.user && !/^(0|root)\b/.test(service.user), where)
      assert.equal(service.privileged, undefined, where)
      assert.deepEqual(service.cap_add ?? [], name === 'proxy' ? ['NET_BIND_SERVICE'] : [], where)
      for (const volume of service.volumes ?? [])
        assert.match(volume, /^(\w+:\/|\.\/[\w.]+:\/.*:ro$)/, where)
    }
})

test('only the proxy and the small variant publish a port, on the loopback address', () => {
  const ports = files.flatMap((path) =>
    servicesOf(path).flatMap(([name, { ports: own = [] }]) => own.map((port) => [name, port])),
  )
  assert.deepEqual(ports, [
    ['proxy', '127.0.0.1:8080:8080'],
    ['plumbline', '127.0.0.1:8080:8080'],
  ])
})

test('PostgreSQL and Valkey are in a network without internet, apart from the proxy', () => {
  const { services, networks } = composed('ship/compose.yaml')
  assert.deepEqual(networks, { data: { internal: true } })
  for (const name of ['postgres', 'valkey', 'migrate'])
    assert.deepEqual(services[name]?.networks, ['data'], name)
  assert.deepEqual(services['proxy']?.networks, ['default'])
})

test('each variable of a container of Plumbline is a setting, and its value is valid', () => {
  const given = {
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    SMTP_URL: 'smtps://u:p@mail.example.com',
    MAIL_FROM: 'plumbline@example.com',
  }
  for (const path of files)
    for (const [name, { environment = {} }] of Object.entries(composed(path, given).services)) {
      if (!ofPlumbline(path).some(([one]) => one === name)) continue
      const unknown = Object.keys(environment).filter((one) => !knownSettings.has(one))
      assert.deepEqual(unknown, [], `${path}: ${name}`)
      for (const value of Object.values(environment)) assert.equal(typeof value, 'string', name)
      readConfig(environment)
    }
  for (const path of files)
    for (const [, { environment = {} }] of ofServersAndWorkers(path)) readConfig(environment)
})

test('the login that migrate prepares is the one of servers and workers', () => {
  const { services } = composed('ship/compose.yaml', { DATABASE_SERVER_PASSWORD: 'abcdef012345' })
  const config = readConfig(services['migrate']?.environment ?? {})
  assert.equal(config.databaseServerPassword, 'abcdef012345')
  for (const name of ['server', 'worker']) {
    const { username, password } = new URL(services[name]?.environment?.['DATABASE_URL'] ?? '')
    assert.deepEqual(
      [username, password],
      [config.databaseServerUser, config.databaseServerPassword],
    )
    assert.equal(services[name]?.environment?.['DATABASE_ADMIN_URL'], undefined)
  }
})

test('containers of Plumbline get the time that an orderly stop takes', () => {
  for (const path of files)
    for (const [name, { environment = {}, stop_grace_period: grace = '' }] of ofPlumbline(path)) {
      assert.match(grace, /^\d+s$/, name)
      assert.ok(Number.parseInt(grace, 10) >= orderlyStopSeconds(environment), `${path}: ${name}`)
    }
})

test('each server and worker has the health check of its kind', () => {
  const command = ['CMD', '/usr/local/bin/node', '/opt/plumbline/bin/plumbline.cjs', 'health']
  for (const path of files)
    for (const [name, { healthcheck, command: [started] = [] }] of ofServersAndWorkers(path))
      assert.deepEqual(
        healthcheck?.test,
        [...command, started === 'worker' ? '--worker' : '--ready'],
        `${path}: ${name}`,
      )
})

test('services start in an order that ends: migrate is done before servers and workers start', () => {
  for (const path of files) {
    const { services } = composed(path)
    const started = new Set<string>()
    const start = (name: string, waiting: readonly string[]): void => {
      assert.ok(!waiting.includes(name), `A circle: ${[...waiting, name].join(' → ')}`)
      for (const [other, { condition }] of Object.entries(services[name]?.depends_on ?? {})) {
        const needed = services[other]
        assert.ok(needed, `${name} depends on ${other}`)
        if (condition === 'service_healthy') assert.ok(needed.healthcheck, other)
        else {
          assert.equal(condition, 'service_completed_successfully', other)
          assert.equal(needed.restart, 'no', other)
        }
        start(other, [...waiting, name])
      }
      started.add(name)
    }
    for (const name of Object.keys(services)) start(name, [])
    assert.equal(started.size, Object.keys(services).length)
  }
  const { services } = composed('ship/compose.yaml')
  for (const name of ['server', 'worker'])
    assert.equal(
      services[name]?.depends_on?.['migrate']?.condition,
      'service_completed_successfully',
    )
})

test('there are two servers without background work, and one embedded database', () => {
  const { services } = composed('ship/compose.yaml')
  assert.equal(services['server']?.deploy?.replicas, 2)
  assert.equal(services['server']?.environment?.['WORKER'], 'false')
  assert.equal(composed('ship/compose.small.yaml').services['plumbline']?.deploy?.replicas, 1)
})

test('Caddy reaches all servers, does not buffer streams, and logs no secret of a query', () => {
  const caddy = read('ship/Caddyfile').replaceAll(/^\s*#.*$/gm, '')
  assert.match(caddy, /dynamic a \{\s+name server\s+port 8080\s/)
  assert.doesNotMatch(caddy, /flush_interval|_buffers|buffer_|encode|tls /)
  for (const name of ['access_token', 'invitation_token', 'code', 'id'])
    assert.match(caddy, new RegExp(`replace ${name} REDACTED`), name)
})
