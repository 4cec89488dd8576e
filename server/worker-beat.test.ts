import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './testing/index.ts'
import { beatAgeMs, startBeats } from './worker-beat.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-beats-'))
const file = join(dataDir, `worker-${hostname()}.alive`)
after(() => rmSync(dataDir, { recursive: true }))

test('a worker beats while its database answers, and its file is deleted when it stops', async () => {
  assert.equal(beatAgeMs(dataDir, Date.now()), undefined)
  let answer = (): Promise<void> => Promise.resolve()
  let pings = 0
  const stop = startBeats(
    dataDir,
    () => {
      pings += 1
      return answer()
    },
    1,
  )
  const old = (): void => utimesSync(file, 0, 0)
  const isOld = (): boolean => statSync(file).mtimeMs === 0
  await eventually('the first beat', () => beatAgeMs(dataDir, Date.now()) !== undefined)
  old()
  await eventually('the next beat', () => !isOld())

  answer = () => Promise.reject(new Error('The database is unavailable.'))
  const failing = pings
  await eventually('pings that fail', () => pings > failing + 2)
  old()
  const later = pings
  await eventually('more of them', () => pings > later + 2)
  assert.ok(isOld())
  assert.equal(beatAgeMs(dataDir, 40_000), 40_000)

  answer = () => Promise.resolve()
  await eventually('a beat after the database is back', () => !isOld())
  answer = () => new Promise(() => {})
  const hanging = pings
  await eventually('a ping that hangs', () => pings > hanging)
  old()
  await sleep(20) // nothing may happen in it
  assert.ok(isOld())
  stop()
  assert.deepEqual(readdirSync(dataDir), [])
})

test('an answer that arrives after the stop leaves no file', async () => {
  const answered = Promise.withResolvers<void>()
  const stop = startBeats(dataDir, () => answered.promise)
  stop()
  answered.resolve()
  await answered.promise
  await sleep(0)
  assert.deepEqual(readdirSync(dataDir), [])
})
