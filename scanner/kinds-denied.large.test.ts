// For every provider type: a missing permission removes only the results that depend on it, and is reported.
import { deepEqual, ok } from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { allServices } from './engine/checks.ts'
import type { FindingRecord } from './index.ts'
import { once, type Service } from './kit/index.ts'
import { kindsUnderTest, type Seen, scanned } from './testing/kinds/index.ts'

/** The checks that depend on a permission: by the list of their kind, a needed field, or a join. */
function dependants({ kinds, checks }: Service<unknown>, action: string): ReadonlySet<string> {
  const uses = (kind: string, fields: readonly string[]): boolean => {
    const actions = kinds[kind]
    return (
      (actions?.list.includes(action) ?? false) ||
      fields.some((field) => actions?.fields[field]?.includes(action))
    )
  }
  const found = checks.filter(
    ({ over, needs, joins }) =>
      uses(over, needs) || Object.entries(joins).some(([kind, join]) => uses(kind, join.fields)),
  )
  return new Set(found.map(({ id }) => id))
}

const lineOf = ({ uid, status, severity, status_extended }: FindingRecord): string =>
  `${uid} ${status} ${severity} ${status_extended}`

/** No new results appear, and none disappears without a reason. */
function onlyLess(before: Seen, after: Seen, affected: ReadonlySet<string>, what: string): void {
  const [was, is] = [before, after].map(({ findings }) => new Set(findings.map(lineOf)))
  const added = [...(is ?? [])].filter((line) => !was?.has(line))
  deepEqual(added, [], `${what}: verdicts that the whole evidence does not give`)
  for (const finding of before.findings) {
    if (is?.has(lineOf(finding))) continue
    const { uid, check_id } = finding
    ok(affected.has(check_id), `${what}: ${check_id} does not depend on it`)
    ok(
      after.unread.some((it) => it.check_id === check_id && (it.uid === null || it.uid === uid)),
      `${what}: ${uid} fell silent without a reason`,
    )
  }
}

/** The gaps in the coverage rows, as strings. */
const gapsOf = ({ coverage }: Seen): readonly string[] =>
  coverage
    .filter(({ outcome }) => outcome !== 'assessed' && outcome !== 'not_applicable')
    .map((row) => JSON.stringify(row))

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  const start = once(() => kind.start())

  suite(type, () => {
    after(async () => (await start()).close())

    for (const name of Object.keys(kind.provider.services)) {
      test(`${type}: a permission that ${name} needs and does not have silences its own checks, and names itself`, async () => {
        const fixture = await start()
        const services = await allServices(kind.provider)
        const service = services.find((one) => one.name === name)
        ok(service)
        const again = () => scanned(kind, fixture, { service: name })
        const before = await again()
        const { actions } = before.plan
        ok(actions.length > 0)
        const known = new Set(gapsOf(before))
        for (const action of actions) {
          const allow = fixture.deny(action)
          const seen = await again()
          allow()
          const affected = dependants(service, action)
          onlyLess(before, seen, affected, action)
          const rows = gapsOf(seen).filter((row) => !known.has(row))
          ok(rows.length > 0 || kind.seldomAsked.has(action), `${action} is missed by no check`)
          for (const row of rows) {
            const { check_id, outcome, action: named } = JSON.parse(row)
            deepEqual([outcome, named], ['denied', action])
            ok(affected.has(check_id), `${check_id} does not say that it needs ${action}`)
          }
        }
      })
    }
  })
}
