import assert from 'node:assert/strict'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createServer } from 'node:tls'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import { NotReached, tlsEgress } from './index.ts'

const { privateKey, certificate } = makeSigner(2_048, 'localhost')
const lines = certificate.match(/.{1,64}/g)?.join('\n') ?? ''
const cert = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`

const received: string[] = []
let connections = 0
const server = createServer({ key: privateKey, cert }, (socket) => {
  socket.on('data', (data: Buffer) => received.push(String(data)))
  socket.on('end', () => socket.end())
  socket.on('error', () => {})
})
server.on('connection', () => {
  connections += 1
})
server.on('tlsClientError', () => {})
let port = 0
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
after(() => void server.close())

const codeOf = (opened: Promise<Socket>): Promise<string> =>
  opened.then(
    (socket) => {
      socket.destroy()
      return 'opened'
    },
    (error: unknown) => (error instanceof NotReached ? error.code : String(error)),
  )

test('what is written to a connection whose other side was verified arrives', async () => {
  const open = tlsEgress({ trusted: [`localhost:${port}`] })
  const socket = await open({ host: 'localhost', port, ca: cert })
  const closed = new Promise((done) => socket.once('close', done))
  socket.end('hello')
  await closed
  assert.deepEqual(received, ['hello'])
})

test('a certificate that nobody vouches for, or that is for another name, is refused', async () => {
  received.length = 0
  const open = tlsEgress({ trusted: [`localhost:${port}`, `127.0.0.1:${port}`] })
  assert.equal(await codeOf(open({ host: 'localhost', port, ca: null })), 'failed')
  assert.equal(await codeOf(open({ host: '127.0.0.1', port, ca: cert })), 'failed')
  assert.deepEqual(received, [])
})

for (const host of [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '①②⑦.⓪.⓪.①',
  'localhost',
]) {
  test(`${host} is not connected to`, async () => {
    const before = connections
    assert.equal(await codeOf(tlsEgress()({ host, port, ca: cert })), 'refused')
    assert.equal(connections, before)
  })
}

for (const [what, host, other] of [
  ['a port that is not asked', '192.0.0.8', 22],
  ['a path', 'example.com/x', 6_514],
  ['credentials', 'user@example.com', 6_514],
  ['nothing', '', 6_514],
] as const) {
  test(`an address with ${what} is not connected to`, async () => {
    assert.equal(await codeOf(tlsEgress()({ host, port: other, ca: null })), 'refused')
  })
}
