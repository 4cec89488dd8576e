// Over real sockets: what a client of the HTTP protocol sees, and what a hostile one cannot do.

import { equal, match, ok } from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'node:test'
import { memoryBackend } from './backends/memory.ts'
import { Hub } from './hub.ts'
import { serve, until } from './testing/server.ts'
import { acme, acmeAnswer, acmeScan, answers, scanId, scanProgress } from './testing/world.ts'

const hubOf = (): Hub => new Hub({ backend: memoryBackend(), streams: [scanProgress, answers] })

test('a stream over a raw socket is a well-formed chunked answer that ends cleanly', async (context) => {
  const hub = hubOf()
  const snapshot = scanProgress.encode('scan.progress', { checked: 0, total: 9 })
  const server = await serve(hub, [acmeScan], () => [snapshot])
  context.after(server.close)
  const response = await fetch(server.url)
  equal(response.headers.get('content-type'), 'text/event-stream')
  const body = response.text()
  await until('the listener is there', () => [...hub.connections()].some(({ isOpen }) => isOpen))
  hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  hub.closeWhere(() => true, 'lifetime_reached', 'enough')
  match(
    await body,
    /^retry: \d{4}\n\n:\n\nevent: scan\.progress\ndata: .*\n\nevent: scan\.end\ndata: .*\n\nevent: stream\.error\ndata: .*\n\nretry: \d{3,4}\n\n$/,
  )
})

test('a stream over a ServerResponse leaves the framing to it', async (context) => {
  const hub = hubOf()
  const server = createServer((_request, response) => {
    const seat = hub.admit({ tenantId: acme, userId: 'u', credentialId: 'c' })
    hub.subscribe(seat, [acmeScan]).then(
      (connection) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        connection.open(response, { framing: 'plain' })
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(async () => {
    await hub.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`)
  const body = response.text()
  hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  hub.closeWhere(() => true, 'draining', 'bye')
  match(await body, /^retry: \d+\n\n:\n\nevent: scan\.end\n[^]*event: stream\.error\n/)
})

test('a client that never reads costs a bounded buffer, and others hear everything', async (context) => {
  const hub = hubOf()
  const server = await serve(hub, [acmeAnswer])
  context.after(server.close)
  const { port } = new URL(server.url)
  const deaf = connect(Number(port), '127.0.0.1')
  deaf.pause()
  deaf.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  deaf.on('error', () => {})
  context.after(() => deaf.destroy())
  await until('the deaf one is there', () => [...hub.connections()].length === 1)
  const controller = new AbortController()
  const response = await fetch(server.url, { signal: controller.signal })
  let heard = 0
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? [])
      heard += decoder.decode(bytes, { stream: true }).split('event: answer.delta').length - 1
  })().catch(() => {})
  const piece = 'x'.repeat(30_000)
  let most = 0
  let sent = 0
  const closedSlow = (): boolean => hub.counters()['closed_total{reason="slow_consumer"}'] === 1
  while (!closedSlow() && sent < 2_000) {
    hub.send(acmeAnswer, 'answer.delta', { text: piece })
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 6))
    most = Math.max(most, hub.counters().buffered_bytes ?? 0)
  }
  ok(closedSlow(), 'the deaf one is closed')
  ok(most <= 2 * 256 * 1024, `${most} bytes were held`)
  await until('the other has heard all', () => heard === sent)
  controller.abort()
  await reading
})
