import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { Loop } from './loop.ts'

const longMs = 600_000

/** A loop whose searches the test answers one after the other. */
function searching(pauseMs = longMs) {
  const loop = new Loop()
  const stopping = new AbortController()
  const failures: unknown[] = []
  let searches = 0
  let begun = Promise.withResolvers<PromiseWithResolvers<boolean>>()
  const done = loop.run(
    () => {
      searches += 1
      const answer = Promise.withResolvers<boolean>()
      begun.resolve(answer)
      return answer.promise
    },
    { pauseMs, signal: stopping.signal, failed: (error) => void failures.push(error) },
  )
  return {
    loop,
    failures,
    count: () => searches,
    next: async (): Promise<PromiseWithResolvers<boolean>> => {
      const answer = await begun.promise
      begun = Promise.withResolvers()
      return answer
    },
    stop: (): Promise<void> => {
      stopping.abort()
      return done
    },
  }
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a loop searches again at once while it finds something, and pauses when it does not', async () => {
  const { next, count, stop, loop } = searching()
  ;(await next()).resolve(true)
  ;(await next()).resolve(true)
  ;(await next()).resolve(false)
  await settled()
  deepEqual(count(), 3)
  loop.wake()
  ;(await next()).resolve(false)
  await stop()
  deepEqual(count(), 4)
})

test('a loop that is woken during a search searches once more', async () => {
  const { next, count, stop, loop } = searching()
  const first = await next()
  loop.wake()
  loop.wake()
  first.resolve(false)
  ;(await next()).resolve(false)
  await settled()
  deepEqual(count(), 2)
  await stop()
})

test('a search that fails is reported, and the next one follows after the pause', async () => {
  const { next, failures, stop } = searching(1)
  const error = new Error('The connection was lost.')
  ;(await next()).reject(error)
  ;(await next()).resolve(false)
  await stop()
  deepEqual(failures, [error])
})

test('a loop that is stopped during a search ends after it', async () => {
  const { next, count, stop } = searching()
  const first = await next()
  const stopped = stop()
  first.resolve(true)
  await stopped
  deepEqual(count(), 1)
})
