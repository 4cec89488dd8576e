// For every provider type: a field that is missing in a response never improves a verdict, and never hides a failure,
// unless its absence has a documented meaning.
import { deepEqual, ok } from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { once } from './kit/index.ts'
import { faultsOf } from './testing/kinds/absence.ts'
import { kindsUnderTest } from './testing/kinds/index.ts'
import { omissionOf, omitted } from './testing/kinds/omitted.ts'

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  const start = once(() => kind.start())
  const used = new Set<object>()
  suite(type, () => {
    after(async () => (await start()).close())

    for (const service of Object.keys(kind.provider.services)) {
      test(`${type}: an absent field of ${service} is a gap, or has a documented meaning`, async () => {
        const undocumented: string[] = []
        for await (const { call, field, changes } of faultsOf(kind, await start(), service)) {
          const omission = omissionOf(type, call, field)
          if (omission) used.add(omission)
          else undocumented.push(`${call} ${field}: ${changes.join(', ')}`)
        }
        deepEqual(undocumented, [])
      })
    }

    test(`${type}: every omission that is listed changes a verdict`, () => {
      for (const one of omitted[type] ?? []) ok(used.has(one), `${one.call} ${one.field}`)
    })
  })
}
