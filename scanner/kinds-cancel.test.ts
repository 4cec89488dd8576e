// For every provider type: a scan ends when canceled, whatever it waits for, and leaves nothing behind.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { open, planScan, scan } from './index.ts'
import { held, settled } from './testing/held.ts'
import { kindsUnderTest, type Spoiled } from './testing/kinds/index.ts'

const situations: Readonly<Record<string, Spoiled>> = {
  'every call hangs': { do: 'hang' },
  'it is throttled and told to come back in an hour': {
    do: 'throttle',
    retryAfterSeconds: 3_600,
  },
  'every answer drips': { do: 'slow', bytesPerTick: 1, tickMs: 50 },
}

for (const kind of kindsUnderTest) {
  const { type } = kind.provider

  suite(type, () => {
    for (const [what, deed] of Object.entries(situations)) {
      test(`${type}: a scan that is cancelled while ${what} ends, and its sockets with its session`, async (t) => {
        const fixture = await kind.startSmall()
        t.after(() => fixture.close())
        const before = held()
        const session = await open(kind.provider, {
          ...fixture.input,
          config: { ...fixture.input.config, retries: 3 },
        })
        t.after(() => session.close())
        const plan = await planScan(session)
        fixture.spoil(null, deed)
        const from = fixture.calls().length
        const stop = new AbortController()
        const running = Array.fromAsync(scan(plan, { session, signal: stop.signal }))
        running.catch(() => undefined) // awaited below
        for (const until = Date.now() + 60_000; fixture.calls().length < from + 3; ) {
          ok(Date.now() < until, 'the scan never came to where it waits')
          await wait(5)
        }
        stop.abort()
        await rejects(running, { name: 'AbortError' })
        session.close()
        await settled(before)
      })
    }

    test(`${type}: a cancelled scan closes the sockets of calls in flight before its session is closed`, async (t) => {
      const fixture = await kind.startSmall()
      t.after(() => fixture.close())
      const before = held()
      const session = await open(kind.provider, fixture.input)
      t.after(() => session.close())
      const plan = await planScan(session)
      fixture.spoil(null, { do: 'hang' })
      const from = fixture.calls().length
      const stop = new AbortController()
      const first = scan(plan, { session, signal: stop.signal }).next()
      first.catch(() => undefined) // awaited below
      for (const until = Date.now() + 60_000; fixture.calls().length < from + 3; ) {
        ok(Date.now() < until, 'the scan never came to its calls')
        await wait(5)
      }
      ok(held().length > before.length)
      stop.abort()
      await rejects(first, { name: 'AbortError' })
      await settled(before)
    })

    test(`${type}: scan after scan of one process leaves no socket, no timer and no warning behind`, async (t) => {
      const warnings: Error[] = []
      const note = (warning: Error) => void warnings.push(warning)
      process.on('warning', note)
      t.after(() => void process.off('warning', note))
      const fixture = await kind.startSmall()
      t.after(() => fixture.close())
      const before = held()
      const counts: number[] = []
      for (let n = 0; n < 2; n++) {
        const session = await open(kind.provider, fixture.input)
        let findings = 0
        for await (const result of scan(await planScan(session), { session })) {
          if (result.kind === 'unit') findings += result.emitted
        }
        counts.push(findings)
        session.close()
        await settled(before)
      }
      ok((counts[0] ?? 0) > 100)
      equal(counts[1], counts[0])
      deepEqual(warnings, [])
    })
  })
}
