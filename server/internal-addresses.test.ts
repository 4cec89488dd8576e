import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { Client } from 'pg'
import { readConfig } from './config.ts'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import { connectPostgres } from './platform/db/index.ts'
import { valkeyBackend } from './platform/streams/index.ts'
import { world } from './testing/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-tls-'))
after(() => rmSync(folder, { recursive: true }))
const { privateKey: key, certificate } = makeSigner(2_048, 'localhost')
const lines = certificate.match(/.{1,64}/g)?.join('\n') ?? ''
const cert = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
const trusted = join(folder, 'trusted.pem')
writeFileSync(trusted, cert)
const own = makeSigner(2_048, 'plumbline')
const ownCert = `-----BEGIN CERTIFICATE-----\n${own.certificate.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`
const clientFile = join(folder, 'client.pem')
writeFileSync(clientFile, ownCert + own.privateKey)
const [ownCertFile, ownKeyFile] = [join(folder, 'own.crt'), join(folder, 'own.key')]
writeFileSync(ownCertFile, ownCert)
writeFileSync(ownKeyFile, own.privateKey, { mode: 0o600 })

const at = 'postgres://app:secret@db.example/plumbline'
const verified = undefined
const unverified = 'a verified certificate'

for (const [query, lacks] of [
  ['', 'TLS'],
  ['?sslmode=disable', 'TLS'],
  ['?ssl=0', 'TLS'],
  ['?application_name=plumbline', 'TLS'],
  ['?uselibpqcompat=true&sslmode=disable', 'TLS'],
  ['?sslmode=no-verify', unverified],
  ['?ssl=no-verify', unverified],
  ['?uselibpqcompat=true&sslmode=prefer', unverified],
  ['?uselibpqcompat=true&sslmode=require', unverified],
  ['?sslmode=prefer', verified],
  ['?sslmode=require', verified],
  ['?sslmode=verify-full', verified],
  ['?ssl=true', verified],
  ['?ssl=1', verified],
  [`?sslrootcert=${trusted}`, verified],
  [`?sslrootcert=${trusted}&sslmode=verify-ca`, verified],
  [`?uselibpqcompat=true&sslmode=require&sslrootcert=${trusted}`, verified],
  [`?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${trusted}`, verified],
  ['?uselibpqcompat=true&sslmode=verify-full', verified],
] as const) {
  test(`the check of a PostgreSQL address with "${query}" reports ${lacks ?? 'nothing'}, as its driver reads it`, () => {
    const { ssl } = new Client(at + query) as unknown as {
      ssl: boolean | { rejectUnauthorized?: boolean }
    }
    const read = !ssl
      ? 'TLS'
      : ssl !== true && ssl.rejectUnauthorized === false
        ? unverified
        : verified
    assert.equal(read, lacks)
    const expected = lacks ? [{ server: 'PostgreSQL at db.example', lacks }] : []
    assert.deepEqual(readConfig({ DATABASE_URL: at + query }).unprotected, expected)
  })
}

for (const [what, environment, expected] of [
  ['no server but itself', {}, []],
  ['PostgreSQL on loopback', { DATABASE_URL: 'postgres://app@127.0.0.1/plumbline' }, []],
  ['PostgreSQL on loopback by IPv6', { DATABASE_URL: 'postgres://app@[::1]/plumbline' }, []],
  [
    'PostgreSQL at a socket',
    { DATABASE_URL: 'postgres://app@localhost/plumbline?host=/run/pg' },
    [],
  ],
  [
    'PostgreSQL by the parts of its address',
    { POSTGRES_HOST: 'db.example', POSTGRES_USER: 'app' },
    [{ server: 'PostgreSQL at db.example', lacks: 'TLS' }],
  ],
  [
    'PostgreSQL where PGSSLMODE sets the driver',
    { DATABASE_URL: at, PGSSLMODE: 'verify-full' },
    [],
  ],
  [
    'a host that the query names in place of the address',
    { DATABASE_URL: 'postgres://app@localhost/plumbline?host=db.example' },
    [{ server: 'PostgreSQL at db.example', lacks: 'TLS' }],
  ],
  [
    'the administrator’s address',
    { DATABASE_ADMIN_URL: 'postgres://root@10.0.0.7/plumbline' },
    [{ server: 'PostgreSQL at 10.0.0.7', lacks: 'TLS' }],
  ],
  [
    'the standby’s address',
    {
      DATABASE_URL: 'postgres://app@127.0.0.1/plumbline',
      DATABASE_REPLICA_URL: 'postgres://app@standby.example/plumbline',
    },
    [{ server: 'PostgreSQL at standby.example', lacks: 'TLS' }],
  ],
  [
    'Valkey in the clear',
    { VALKEY_URL: 'redis://valkey.example' },
    [{ server: 'Valkey at valkey.example', lacks: 'TLS' }],
  ],
  [
    'a bucket in the clear',
    { FILES_S3_URL: 'http://store.example/bucket' },
    [{ server: 'the store of files at store.example', lacks: 'TLS' }],
  ],
  ['a bucket over TLS', { FILES_S3_URL: 'https://store.example/bucket' }, []],
  ['Valkey over TLS', { VALKEY_URL: 'valkeys://valkey.example' }, []],
  [
    'Sentinels in the clear',
    { VALKEY_URL: 'redis+sentinel://one.example:26379,127.0.0.1,two.example/primary' },
    ['one.example', 'two.example'].map((host) => ({ server: `Valkey at ${host}`, lacks: 'TLS' })),
  ],
  ['Sentinels over TLS', { VALKEY_URL: 'rediss+sentinel://one.example,two.example/primary' }, []],
  [
    'a process that verifies no certificate',
    { VALKEY_URL: 'rediss://valkey.example', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    [{ server: 'Valkey at valkey.example', lacks: unverified }],
  ],
] as const) {
  test(`${what}: ${expected.length === 0 ? 'no warning' : 'a warning of what it lacks'}`, () => {
    assert.deepEqual(readConfig(environment).unprotected, expected)
  })
}

test('REQUIRE_TLS prevents the start with an unencrypted or unverified connection', () => {
  const read = (environment: Record<string, string>) => () =>
    readConfig({ ...environment, REQUIRE_TLS: 'true' })
  assert.throws(
    read({ DATABASE_URL: at }),
    /^BadSetting: REQUIRE_TLS is set, but PostgreSQL at db\.example does not use TLS\.$/,
  )
  assert.throws(
    read({ DATABASE_URL: `${at}?sslmode=no-verify` }),
    /PostgreSQL at db\.example does not use a verified certificate\.$/,
  )
  assert.throws(read({ VALKEY_URL: 'redis://10.0.0.7:6379' }), /Valkey at 10\.0\.0\.7 does not use/)
  read({ DATABASE_URL: `${at}?sslmode=verify-full`, VALKEY_URL: 'rediss://valkey.example' })()
  read({ DATABASE_URL: 'postgres://app@localhost/plumbline' })()
})

test('logs a warning at startup about unencrypted connections', async () => {
  const settings = { DATABASE_URL: at, WORKER: 'false' }
  const w = await world({ settings })
  try {
    const found = w.logged.filter(({ event }) => event.includes('without TLS'))
    assert.deepEqual(found, [
      {
        level: 'warn',
        event: 'connection to another host without TLS',
        facts: { server: 'PostgreSQL at db.example' },
      },
    ])
  } finally {
    await w.close()
    await w.test.close()
  }
})

/** Listens until the test ends; returns the port. */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A PostgreSQL that agrees to TLS, or does not, and keeps what it hears then. */
async function fakePostgres(hasTls: boolean): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(hasTls ? 'S' : 'N')
      const secured = { isServer: true, key, cert, requestCert: true, rejectUnauthorized: false }
      const stream = hasTls ? new TLSSocket(socket, secured) : socket
      stream.on('error', () => {})
      stream.on('data', (bytes: Buffer) => {
        const shown =
          stream instanceof TLSSocket ? stream.getPeerCertificate().subject?.CN : undefined
        heard.push(bytes.toString('latin1'), `by ${shown}`)
        stream.destroy()
      })
    })
  })
  return { port: await listening(server), heard }
}
const connect = (port: number, query: string): Promise<unknown> =>
  connectPostgres({
    url: `postgres://app:secret@localhost:${port}/plumbline?${query}`,
    poolSize: 2,
    statementTimeoutMs: 5_000,
  })

test('sends nothing to a PostgreSQL server with an untrusted certificate', async () => {
  const { port, heard } = await fakePostgres(true)
  await assert.rejects(connect(port, 'sslmode=verify-full'), /certificate/)
  assert.deepEqual(heard, [])
})

test('sends nothing to a PostgreSQL server without TLS if TLS is required', async () => {
  const { port, heard } = await fakePostgres(false)
  await assert.rejects(connect(port, 'sslmode=verify-full'), /SSL/)
  assert.deepEqual(heard, [])
})

test('connects to a PostgreSQL server with the trusted certificate', async () => {
  const { port, heard } = await fakePostgres(true)
  await assert.rejects(connect(port, `sslmode=verify-full&sslrootcert=${trusted}`))
  assert.match(heard.join(), /user\0app\0/)
  assert.ok(heard.includes('by undefined'))
})

test('sends the client certificate of the URL to a PostgreSQL server that requests one', async () => {
  const { port, heard } = await fakePostgres(true)
  const files = `sslrootcert=${trusted}&sslcert=${ownCertFile}&sslkey=${ownKeyFile}`
  await assert.rejects(connect(port, `sslmode=verify-full&${files}`))
  assert.ok(heard.includes('by plumbline'), heard.join())
})

/** A Valkey over TLS, and what it hears until it has heard something or hung up on. */
async function fakeValkey(): Promise<{ port: number; met: Promise<string> }> {
  const met = Promise.withResolvers<string>()
  const asking = { key, cert, requestCert: true, rejectUnauthorized: false }
  const server = createTlsServer(asking, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) =>
      met.resolve(`${bytes} by ${socket.getPeerCertificate().subject?.CN}`),
    )
  })
  server.on('tlsClientError', () => met.resolve('a client that left at the certificate'))
  return { port: await listening(server), met: met.promise }
}
async function greet(
  port: number,
  files: { caFile: string | null; clientFile?: string },
): Promise<void> {
  const log = { info() {}, warn() {}, error() {} }
  const url = `rediss://app:secret@localhost:${port}`
  const backend = valkeyBackend({ url, ...files, database: 2, namespace: 'test' }, log)
  after(() => backend.close())
}

test('sends nothing to a Valkey server with an untrusted certificate', async () => {
  const { port, met } = await fakeValkey()
  await greet(port, { caFile: null })
  assert.equal(await met, 'a client that left at the certificate')
})

test('connects to a Valkey server with the trusted certificate', async () => {
  const { port, met } = await fakeValkey()
  await greet(port, { caFile: trusted })
  assert.match(await met, /secret.* by undefined$/s)
})

test('sends the client certificate of the setting to a Valkey server that requests one', async () => {
  const { port, met } = await fakeValkey()
  await greet(port, { caFile: trusted, clientFile })
  assert.match(await met, / by plumbline$/)
})

test('files for TLS with Valkey are refused where they would do nothing, or are not there', () => {
  for (const name of ['VALKEY_CA_FILE', 'VALKEY_CLIENT_FILE']) {
    assert.throws(
      () => readConfig({ VALKEY_URL: 'redis://127.0.0.1', [name]: trusted }),
      new RegExp(`^BadSetting: ${name} requires Valkey over TLS`),
    )
  }
  const nowhere = { url: 'rediss://127.0.0.1:1', database: 2, namespace: 'test' }
  const log = { info() {}, warn() {}, error() {} }
  const file = join(folder, 'nowhere.pem')
  assert.throws(
    () => valkeyBackend({ ...nowhere, caFile: file }, log),
    /VALKEY_CA_FILE cannot be read/,
  )
  assert.throws(
    () => valkeyBackend({ ...nowhere, clientFile: file }, log),
    /VALKEY_CLIENT_FILE cannot be read/,
  )
})
