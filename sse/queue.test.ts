import { deepEqual, equal, ok } from 'node:assert/strict'
import test from 'node:test'
import * as fc from 'fast-check'
import { FrameQueue } from './queue.ts'

const frame = (id: number, key: string | null) => ({ bytes: Buffer.from(`${id} `), key })
const text = (parts: Buffer[]): string => Buffer.concat(parts).toString()

test('conflation leaves the newest of each key and every frame without a key, in order', () => {
  const queue = new FrameQueue()
  for (const [id, key] of [
    [1, 'a'],
    [2, null],
    [3, 'a'],
    [4, 'b'],
    [5, 'a'],
    [6, null],
  ] as const)
    queue.push(frame(id, key))
  equal(queue.conflate(), 2)
  equal(queue.conflate(), 0)
  queue.push(frame(7, 'b'))
  equal(queue.conflate(), 1)
  equal(text(queue.take(1_000)), '2 5 6 7 ')
  equal(queue.bytes, 0)
})

test('taking gives at least one frame, and about what was asked for', () => {
  const queue = new FrameQueue()
  for (let id = 10; id < 20; id += 1) queue.push(frame(id, null))
  equal(text(queue.take(1)), '10 ')
  equal(text(queue.take(6)), '11 12 ')
  equal(queue.bytes, 21)
})

test('any order of pushing, conflating and taking preserves bytes, order and the last of each key', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ push: fc.constantFrom('a', 'b', null) }),
      fc.constant('conflate' as const),
      fc.record({ take: fc.integer({ min: 1, max: 20 }) }),
    ),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(steps, (run) => {
      const queue = new FrameQueue()
      let model: { id: number; key: string | null }[] = []
      let id = 0
      for (const step of run) {
        if (step === 'conflate') {
          queue.conflate()
          model = model.filter(
            ({ key }, index) =>
              key === null || !model.slice(index + 1).some((later) => later.key === key),
          )
        } else if ('push' in step) {
          queue.push(frame(++id, step.push))
          model.push({ id, key: step.push })
        } else {
          const taken = queue.take(step.take).map(String)
          const expected = model.splice(0, taken.length).map((entry) => `${entry.id} `)
          deepEqual(taken, expected)
        }
        equal(
          queue.bytes,
          model.reduce((sum, entry) => sum + `${entry.id} `.length, 0),
        )
      }
    }),
  )
})

test('a listener that conflates for hours holds no more than what remains to be sent', () => {
  const queue = new FrameQueue()
  const cpuBefore = process.threadCpuUsage()
  for (let id = 0; id < 200_000; id += 1) {
    queue.push(frame(1, 'a'))
    queue.conflate()
  }
  equal(queue.bytes, 2)
  const { user, system } = process.threadCpuUsage(cpuBefore)
  ok((user + system) / 1_000 < 2_000)
})
