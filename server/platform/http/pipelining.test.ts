import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Line {
  readonly socket: Socket
  readonly text: () => string
}
function open(): Line {
  const socket = connect(Number(new URL(w.address).port), '127.0.0.1')
  let got = ''
  socket.on('error', () => {})
  socket.on('data', (part) => {
    got += part.toString('latin1')
  })
  return { socket, text: () => got }
}
async function until(holds: () => boolean): Promise<void> {
  for (let n = 0; n < 1_000 && !holds(); n += 1) await sleep(20)
  assert.ok(holds())
}
const request = (path: string, accept = 'application/vnd.api+json'): string =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${w.acme.authorization}\r\nAccept: ${accept}\r\n\r\n`
const answers = (line: Line): number => line.text().split('HTTP/1.1 200').length - 1

test('whoever sends requests without taking answers is hung up on', async () => {
  const line = open()
  line.socket.write(request('/roles').repeat(60))
  await until(() => line.socket.closed)
  assert.ok(answers(line) <= 8, `${answers(line)} answers`)
})

test('a few requests that are sent together are answered in their order', async () => {
  const line = open()
  const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
  const named = (id: string): string =>
    request('/roles').replace('Accept:', `Transaction-ID: ${id}\r\nAccept:`)
  line.socket.write(ids.map(named).join(''))
  await until(() => answers(line) === 3)
  const answered = [...line.text().matchAll(/transaction-id: (\w{32})/gi)].map(([, id]) => id)
  assert.deepEqual(answered, ids)
  line.socket.destroy()
})

test('a connection that listens asks for nothing else: no answer waits behind a stream', async () => {
  const provider = await w.acme.provider()
  const scan = await w.acme.make(
    '/scans',
    'scans',
    {},
    { provider: { type: 'providers', id: provider } },
  )
  const line = open()
  line.socket.write(
    request(`/scans/${scan.text('task_args', 'scan_id')}/event-stream`, 'text/event-stream'),
  )
  await until(() => answers(line) === 1)
  line.socket.write(request('/findings/latest', 'text/csv'))
  await until(() => line.socket.closed)
  assert.equal(answers(line), 1)
})
