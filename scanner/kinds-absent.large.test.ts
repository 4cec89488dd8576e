// For every provider type: a field that is missing in a response never improves a verdict, and never hides a failure,
// unless its absence has a documented meaning.
import { deepEqual, ok } from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { once } from './kit/index.ts'
import { faultsOf } from './testing/kinds/absence.ts'
import { kindsUnderTest } from './testing/kinds/index.ts'
import { omissionOf, omitted } from './testing/kinds/omitted.ts'

/** Services whose responses have optional fields without a documented meaning that the collectors still read. */
const notCompared: Readonly<Record<string, readonly string[]>> = {
  aws: ['apigateway', 'cloudwatch', 'codebuild', 'dms', 'ecs', 'elb', 'elbv2', 'rds', 'vpc'],
}
/** Calls of compared services with such fields. */
const notComparedCalls = new Set(['ec2:DescribeNetworkAcls'])

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  const start = once(() => kind.start())
  const used = new Set<object>()
  suite(type, () => {
    after(async () => (await start()).close())

    for (const service of Object.keys(kind.provider.services)) {
      if (notCompared[type]?.includes(service)) continue
      test(`${type}: an absent field of ${service} is a gap, or has a documented meaning`, async () => {
        const undocumented: string[] = []
        for await (const { call, field, changes } of faultsOf(kind, await start(), service)) {
          const omission = omissionOf(type, call, field)
          if (omission) used.add(omission)
          else if (!notComparedCalls.has(call))
            undocumented.push(`${call} ${field}: ${changes.join(', ')}`)
        }
        deepEqual(undocumented, [])
      })
    }

    test(`${type}: every omission that is listed changes a verdict`, () => {
      for (const one of omitted[type] ?? []) ok(used.has(one), `${one.call} ${one.field}`)
    })
  })
}
