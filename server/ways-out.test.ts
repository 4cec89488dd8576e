import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { FakeReceiver } from './targets/syslog/testing/fake-receiver.ts'
import { targetsWayOutOf, tlsWayOutOf, wayOutOf } from './ways-out.ts'

const web = createServer((_request, response) => response.end('inside'))
await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
const receiver = await FakeReceiver.start()
after(async () => {
  web.close()
  await receiver.close()
})

const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
const place = { host: 'localhost', port: receiver.port, ca: receiver.ca }

test('what the operator names with INTERNAL_TARGETS is reached although it is inside', async () => {
  const config = readConfig({ INTERNAL_TARGETS: `${origin}, tls://localhost:${receiver.port}` })
  const { body } = await targetsWayOutOf(config)({ method: 'GET', url: origin })
  assert.equal(String(body), 'inside')
  const socket = await tlsWayOutOf(config)(place)
  socket.destroy()
})

test('what members may reach inside and what the operator’s own calls may are two lists', async () => {
  const named = readConfig({ INTERNAL_TARGETS: origin })
  await assert.rejects(wayOutOf(named)({ method: 'GET', url: origin }), { code: 'refused' })
  const operators = readConfig({ AWS_ENDPOINT_URL: origin })
  const { body } = await wayOutOf(operators)({ method: 'GET', url: origin })
  assert.equal(String(body), 'inside')
})

test('what is inside is not reached when nobody named it, nor by the other way', async () => {
  for (const named of ['', `https://127.0.0.1,tls://127.0.0.1:${receiver.port}`]) {
    const config = readConfig({ INTERNAL_TARGETS: named })
    for (const way of [wayOutOf, targetsWayOutOf])
      await assert.rejects(way(config)({ method: 'GET', url: origin }), { code: 'refused' })
    await assert.rejects(tlsWayOutOf(config)(place), { code: 'refused' })
  }
})
