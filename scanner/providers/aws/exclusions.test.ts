// Excludes every check, service and region in turn: the coverage ledger contains it, it is not evaluated, and all
// others are unchanged.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { allServices } from '../../engine/checks.ts'
import { aws, type CoverageRow, open, type Plan, planScan } from '../../index.ts'
import { firstKeyOf, startFixtureCloud } from '../../testing/index.ts'
import { openAccount } from './testing/scanned.ts'

const account = openAccount()
const cloud = await startFixtureCloud({ accounts: [account] })
const { accessKeyId, secretAccessKey } = firstKeyOf(account.id)
const opened = await open(aws, {
  uid: account.id,
  secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
  config: { endpoint_url: cloud.url },
})
after(async () => {
  opened.close()
  await cloud.close()
})

const planned = (config: object): Promise<Plan> =>
  planScan(opened, { config: { ...opened.config, ...config } })
const pairsOf = ({ units }: Plan): readonly string[] =>
  units.flatMap(({ checks, region }) => checks.map((id) => `${id} ${region}`)).toSorted()
const whole = await planned({})
const all = pairsOf(whole)

/** A plan contains everything in the whole plan except the exclusions, and lists exactly those. */
function leavesOut(
  plan: Plan,
  isOut: (row: Pick<CoverageRow, 'check_id' | 'service' | 'region'>) => boolean,
): void {
  const out = whole.units.flatMap(({ service, region, checks }) =>
    checks.flatMap((check_id) =>
      isOut({ check_id, service, region }) ? [`${check_id} ${region}`] : [],
    ),
  )
  ok(out.length > 0)
  const excluded = plan.coverage.filter(({ outcome }) => outcome === 'excluded')
  deepEqual(
    excluded.map(({ check_id, region }) => `${check_id} ${region}`).toSorted(),
    out.toSorted(),
  )
  const left = new Set(out)
  deepEqual(
    pairsOf(plan),
    all.filter((pair) => !left.has(pair)),
  )
  equal(plan.total, all.length - out.length)
}

test('each check that is left out is named in each region, and no other is touched', async () => {
  const services = await allServices(aws)
  for (const { id } of services.flatMap(({ checks }) => checks))
    leavesOut(await planned({ excluded_checks: [id] }), ({ check_id }) => check_id === id)
})

test('each service that is left out is named with all of its checks', async () => {
  for (const name of Object.keys(aws.services))
    leavesOut(await planned({ excluded_services: [name] }), ({ service }) => service === name)
})

test('each region that is left out is named with all checks of regions', async () => {
  const regional = new Set(
    (await allServices(aws)).flatMap(({ name, scope }) => (scope === 'regional' ? [name] : [])),
  )
  for (const name of opened.session.regions)
    leavesOut(
      await planned({ excluded_regions: [name] }),
      ({ service, region }) => region === name && regional.has(service),
    )
})
