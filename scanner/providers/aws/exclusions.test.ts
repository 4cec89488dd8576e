// Excludes every check, service and region in turn: the coverage ledger contains it, it is not evaluated, and all
// others are unchanged.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { allServices } from '../../engine/checks.ts'
import {
  aws,
  type CoverageRow,
  open,
  type Plan,
  planScan,
  scan,
  type UnitResult,
} from '../../index.ts'
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

const services = await allServices(aws)
const globals = services.filter(({ scope }) => scope === 'global')
const { home } = opened.session

/** The units of the global services, or of some resources, and the regions that their calls went to. */
async function scannedGlobals(config: object, uids?: readonly string[]) {
  const plan = await planScan(opened, {
    config: { ...opened.config, ...config },
    ...(uids ? { uids } : {}),
  })
  const units = plan.units.filter(({ service }) => globals.some(({ name }) => name === service))
  const before = cloud.calls.length
  const seen: UnitResult[] = []
  for await (const result of scan({ ...plan, units }, { session: opened })) {
    ok(result.kind === 'unit')
    seen.push(result)
  }
  return {
    findings: seen.flatMap(({ findings }) => findings),
    coverage: seen.flatMap(({ coverage }) => coverage),
    gone: seen.flatMap((unit) => unit.gone),
    regions: new Set(cloud.calls.slice(before).map(({ region }) => region)),
  }
}
type Seen = Awaited<ReturnType<typeof scannedGlobals>>
const linesOf = ({ findings }: Seen, among: (region: string, check: string) => boolean) =>
  findings
    .filter(({ region, check_id }) => among(region, check_id))
    .map(({ uid, status, status_extended }) => `${uid} ${status} ${status_extended}`)
    .toSorted()

/** Checks of records that are in regions, although their service is global. */
const ofRegions = new Set(
  globals.flatMap(({ kinds, checks }) =>
    checks.flatMap(({ id, over }) => (kinds[over]?.regional ? [id] : [])),
  ),
)

test('a record of a global service that is not in the home region is of a kind of regions', async () => {
  const { findings, regions } = await scannedGlobals({})
  const outside = findings.filter(({ region }) => region !== home)
  ok(outside.length > 0 && regions.size > 1)
  deepEqual(
    outside.filter(({ check_id }) => !ofRegions.has(check_id)),
    [],
  )
})

test('a global service reads nothing of an excluded region, and the ledger names the region', async () => {
  const before = await scannedGlobals({})
  const named = new Set(before.findings.map(({ region }) => region))
  ok(named.size > 2)
  for (const region of named) {
    for (const config of [
      { excluded_regions: [region] },
      { regions: opened.session.regions.filter((name) => name !== region) },
    ]) {
      const seen = await scannedGlobals(config)
      const isLeft = (place: string, check: string) => place !== region || !ofRegions.has(check)
      deepEqual(
        linesOf(seen, () => true),
        linesOf(before, isLeft),
        region,
      )
      if (region !== home) ok(!seen.regions.has(region), region)
      const out = before.findings.filter((it) => !isLeft(it.region, it.check_id))
      for (const { check_id } of out)
        ok(
          seen.coverage.some(
            (row) =>
              row.check_id === check_id && row.region === region && row.outcome === 'excluded',
          ),
          `${check_id} ${region}`,
        )
      ok(out.length > 0)
    }
  }
})

test('a named resource of an excluded region is not read, and is not gone', async () => {
  const { findings } = await scannedGlobals({})
  for (const check of ['s3_bucket_default_encryption', 's3_access_point_public_access_block']) {
    const there = findings.find((it) => it.check_id === check && it.region !== home)
    ok(there, check)
    const seen = await scannedGlobals({ excluded_regions: [there.region] }, [there.resource.uid])
    deepEqual([seen.findings, seen.gone], [[], []])
    ok(seen.coverage.every(({ outcome }) => outcome === 'excluded'))
    ok(!seen.regions.has(there.region))
  }
})

test('regions that could not be listed may have resources of global services', async () => {
  account.denied = [{ action: 'ec2:DescribeRegions' }]
  const session = await open(aws, {
    uid: account.id,
    secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
    config: { endpoint_url: cloud.url },
  })
  account.denied = []
  const id = 's3_access_point_public_access_block'
  const plan = await planScan(session, { checks: [id] })
  for await (const result of scan(plan, { session })) {
    ok(result.kind === 'unit')
    const reason = 'regions_not_listed'
    deepEqual(result.unread, [{ check_id: id, uid: null, reason, action: 'ec2:DescribeRegions' }])
  }
  session.close()
})
