// Resources that a cap omits from a list are a gap of every check over the list, and the remaining verdicts equal those
// of the whole list: for every service, and for every kind with a separate cap.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { allServices } from '../../engine/checks.ts'
import { aws } from '../../index.ts'
import { startFixtureCloud } from '../../testing/index.ts'
import { gaps, openAccount, type Seen, scanned, verdicts } from './testing/scanned.ts'

/** The results of a capped scan equal those of the whole scan, and each missing finding has a gap of its check. */
function saysLess(whole: Seen, capped: Seen, what: string): number {
  const known = new Set(verdicts(whole))
  const added = verdicts(capped).filter((line) => !known.has(line))
  deepEqual(added, [], `${what}: verdicts that the whole lists do not give`)
  const seen = new Set(capped.findings.map(({ uid }) => uid))
  const unread = new Set(capped.unread.map(({ uid, check_id }) => uid ?? check_id))
  const cut = new Set(
    gaps(capped).flatMap(({ outcome, check_id }) => (outcome === 'capped' ? [check_id] : [])),
  )
  let lost = 0
  for (const { uid, check_id } of whole.findings) {
    if (seen.has(uid)) continue
    lost += 1
    ok(unread.has(uid) || unread.has(check_id), `${what}: ${uid} fell silent without a reason`)
    ok(cut.has(check_id), `${what}: ${check_id} is in no coverage row of its cap`)
  }
  return lost
}

let sum = 0
for (const service of await allServices(aws)) {
  test(`${service.name}: a list that a cap cuts gives no verdict that the whole one does not`, async (t) => {
    const account = openAccount()
    const cloud = await startFixtureCloud({ accounts: [account] })
    t.after(() => cloud.close())
    const whole = await scanned(cloud, service, account)
    const all = await scanned(cloud, service, account, [], { max_scanned_resources_per_service: 1 })
    sum += saysLess(whole, all, 'a cap of all kinds')
    const own = new Set(Object.values(service.kinds).flatMap(({ cap }) => cap ?? []))
    for (const key of own) {
      const lost = saysLess(whole, await scanned(cloud, service, account, [], { [key]: 1 }), key)
      ok(lost > 0, `${key} cuts nothing`)
    }
  })
}

test('the account is large enough for caps to cut most of its checks', () => {
  ok(sum > 500, `${sum} findings are cut`)
})
