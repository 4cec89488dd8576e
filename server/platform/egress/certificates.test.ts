import assert from 'node:assert/strict'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import { egress, NotReached } from './index.ts'

const { privateKey, certificate } = makeSigner()
const lines = certificate.match(/.{1,64}/g)?.join('\n') ?? ''
const cert = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`

/** Paths requested by clients that completed the handshake. */
const asked: string[] = []
const server = createServer({ key: privateKey, cert }, ({ url = '' }, response) => {
  asked.push(url)
  response.end('hello')
})
let origin = ''
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

test('sends nothing to a server with an untrusted certificate, even if the operator allowed its origin', async () => {
  const out = egress({ trusted: [origin] })
  await assert.rejects(
    out({ method: 'POST', url: `${origin}/secret`, headers: { Authorization: 'x' }, body: 'x' }),
    (error) => error instanceof NotReached && error.code === 'failed',
  )
  assert.deepEqual(asked, [])
})

test('and it is there for whoever does not ask for a certificate', async () => {
  const status = await new Promise((resolve, reject) => {
    request(`${origin}/careless`, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
  assert.deepEqual([status, asked], [200, ['/careless']])
})
