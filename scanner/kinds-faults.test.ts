// For every provider type: a rejected, throttled, late or broken response is a gap, never a verdict.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type CoverageRow, testConnection } from './index.ts'
import { once } from './kit/index.ts'
import { isWhole } from './testing/chance.ts'
import { kindsUnderTest, type Seen, scanned, type Spoiled } from './testing/kinds/index.ts'

const faults: readonly [what: string, deed: Spoiled, outcome: CoverageRow['outcome']][] = [
  ['denied', { do: 'deny' }, 'denied'],
  ['throttled', { do: 'throttle' }, 'throttled'],
  ['hung', { do: 'hang' }, 'error'],
  ['reset', { do: 'reset' }, 'error'],
  ['truncated', { do: 'truncate' }, 'error'],
  ['garbage', { do: 'garbage' }, 'error'],
  ['an internal error', { do: 'status', status: 500 }, 'error'],
]

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  const start = once(() => kind.start())
  const here = (title: string, body: () => Promise<void>) => test(`${type}: ${title}`, body)

  suite(type, () => {
    after(async () => (await start()).close())

    const undisturbed = new Map<string, Promise<Seen>>()
    const calm = async (service: string): Promise<Seen> => {
      const seen = undisturbed.get(service) ?? scanned(kind, await start(), { service })
      undisturbed.set(service, seen)
      return seen
    }
    /** `npm test` applies each fault to a third of the reads, so that each read gets at least two faults. */
    const readsOf = (fault: number) =>
      kind.reads.filter((_, at) => isWhole || at % 3 === fault % 3 || kind.reads.length < 3)

    for (const [number, [what, deed, outcome]] of faults.entries()) {
      here(
        `answers that are ${what} end as coverage with the permission’s name, never as a verdict`,
        async () => {
          const fixture = await start()
          const config = { read_timeout_ms: what === 'hung' ? 200 : 10_000 }
          for (const { service, action } of readsOf(number)) {
            const before = await calm(service)
            const said = new Set(before.findings.map((it) => `${it.uid} ${it.status_extended}`))
            const restore = fixture.spoil(action, deed)
            const { findings, coverage, unread } = await scanned(kind, fixture, { service, config })
            restore()
            const gap = coverage.find((row) => row.outcome === outcome && row.action === action)
            ok(gap, `${action} ${what}: no ${outcome} row names it`)
            ok(unread.some((it) => it.check_id === gap.check_id && it.action === action))
            for (const it of findings) ok(said.has(`${it.uid} ${it.status_extended}`), it.uid)
            const assessed = coverage.filter((row) => row.outcome === 'assessed')
            equal(
              assessed.reduce((sum, { count }) => sum + count, 0),
              findings.length,
            )
          }
        },
      )
    }

    here('throttling within the retries is survived without a trace in the verdicts', async () => {
      const fixture = await start()
      for (const { service, action } of kind.reads) {
        const before = await calm(service)
        const restore = fixture.spoil(action, { do: 'throttle', times: 3 })
        const busy = await scanned(kind, fixture, { service, config: { retries: 4 } })
        restore()
        const uids = ({ findings }: Seen) => findings.map(({ uid }) => uid).sort()
        deepEqual(uids(busy), uids(before))
        ok(!busy.coverage.some(({ outcome }) => outcome === 'throttled'))
      }
    })

    test(`${type}: a call is made once, and once more for each retry`, async () => {
      const fixture = await start()
      const [read] = kind.reads
      ok(read)
      const callsWith = async (retries: number): Promise<number> => {
        const from = fixture.calls().length
        await scanned(kind, fixture, { service: read.service, config: { retries } })
        return fixture.calls().length - from
      }
      const restore = fixture.spoil(read.action, { do: 'status', status: 500 })
      const [one, two, three] = [await callsWith(0), await callsWith(1), await callsWith(2)]
      restore()
      ok(two > one)
      equal(three - two, two - one)
    })

    here(
      'an account that does not answer while signing in ends the test of the connection in time',
      async () => {
        const { input, spoil } = await start()
        const restore = spoil(null, { do: 'hang' })
        const silent = { ...input, config: { ...input.config, read_timeout_ms: 80 } }
        const slow = { ...input, config: { ...input.config, read_timeout_ms: 60_000 } }
        const { connected, error } = await testConnection(kind.provider, silent)
        const late = await testConnection(kind.provider, slow, 300)
        restore()
        equal(connected, false)
        ok(error)
        equal(late.code, 'timeout')
      },
    )
  })
}
