/** The files for Docker Compose in ship/: valid for the product, complete and hardened. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../server/config.ts'
import {
  type Compose,
  type ComposeFile,
  composed,
  composeFiles as files,
  example,
  isOfPlumbline,
  isSecretVariable,
  readShip as read,
  type Service,
  type Variables,
  variable,
  withSecrets,
} from './release/testing/compose.ts'
import { knownSettings, orderlyStopSeconds } from './ship-settings.ts'

const settled = (path: ComposeFile, given: Variables = {}): Compose =>
  composed(path, { ...withSecrets(() => 'secret0123456789'), ...given })

const servicesOf = (path: ComposeFile): [string, Service][] =>
  Object.entries(settled(path).services)
const ofPlumbline = (path: ComposeFile): [string, Service][] =>
  servicesOf(path).filter(([, service]) => isOfPlumbline(service))
const ofServersAndWorkers = (path: ComposeFile): [string, Service][] =>
  ofPlumbline(path).filter(([name]) => name !== 'migrate')

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
  for (const name of Object.keys(example).filter(isSecretVariable))
    assert.throws(() => settled('compose.yaml', { [name]: '' }), {
      message: `required variable ${name} is missing a value: Set it in .env`,
    })
})

test('images have full versions, and that of Plumbline is the one of this version', () => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { version: string }
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
  const { services, networks } = settled('compose.yaml')
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
    for (const [name, { environment = {} }] of Object.entries(settled(path, given).services)) {
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
  const { services } = settled('compose.yaml', { DATABASE_SERVER_PASSWORD: 'abcdef012345' })
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
    const { services } = settled(path)
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
  const { services } = settled('compose.yaml')
  for (const name of ['server', 'worker'])
    assert.equal(
      services[name]?.depends_on?.['migrate']?.condition,
      'service_completed_successfully',
    )
})

test('there are two servers without background work, and one embedded database', () => {
  const { services } = settled('compose.yaml')
  assert.equal(services['server']?.deploy?.replicas, 2)
  assert.equal(services['server']?.environment?.['WORKER'], 'false')
  assert.equal(settled('compose.small.yaml').services['plumbline']?.deploy?.replicas, 1)
})

test('Caddy reaches all servers, does not buffer streams, and logs no secret of a query', () => {
  const caddy = read('Caddyfile').replaceAll(/^\s*#.*$/gm, '')
  assert.match(caddy, /dynamic a \{\s+name server\s+port 8080\s/)
  assert.doesNotMatch(caddy, /flush_interval|_buffers|buffer_|encode|tls /)
  for (const name of ['access_token', 'invitation_token', 'code', 'id'])
    assert.match(caddy, new RegExp(`replace ${name} REDACTED`), name)
})
