// The inventory of a scan of the demo account: the checks return the same verdicts from it, without the account.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aws,
  type CoverageRow,
  type FindingRecord,
  type Inventory,
  type InventoryLine,
  open,
  openInventory,
  planInventory,
  planScan,
  readInventory,
  scan,
  type ScanConfig,
  ScanProblem,
  type ScanResult,
  type UnreadFinding,
} from './index.ts'
import {
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  startFixtureCloud,
} from './testing/index.ts'

const now = new Date('2026-01-15T12:00:00Z')
const account = demoAccount(now)
let cloud: FixtureCloud
before(async () => {
  cloud = await startFixtureCloud({ accounts: [account] })
})
after(() => cloud.close())

interface Said {
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
}

const sorted = <T>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

async function said(
  results: AsyncIterable<ScanResult>,
  known: readonly CoverageRow[],
): Promise<Said> {
  const findings: FindingRecord[] = []
  const unread: UnreadFinding[] = []
  const coverage = [...known]
  for await (const result of results) {
    if (result.kind === 'failed') throw new Error(`a unit failed: ${result.error.cause}`)
    findings.push(...result.findings)
    if (result.kind === 'slice') continue
    unread.push(...result.unread)
    coverage.push(...result.coverage)
  }
  return { findings: sorted(findings), unread: sorted(unread), coverage: sorted(coverage) }
}

/** Runs a scan and returns its inventory as text. */
async function scanned({ checks, config = {} }: { checks?: string[]; config?: ScanConfig } = {}) {
  const lines: string[] = []
  const session = await open(aws, {
    uid: account.id,
    secret: demoCredentials,
    config: { ...config, endpoint_url: cloud.url, max_requests_per_second: 10_000 },
  })
  try {
    const plan = await planScan(session, checks ? { checks } : {})
    const inventory = (line: InventoryLine): void => void lines.push(JSON.stringify(line))
    const results = scan(plan, { session, now, inventory })
    return { lines, ...(await said(results, plan.coverage)) }
  } finally {
    session.close()
  }
}

async function* each(lines: readonly string[]) {
  yield* lines
}

async function judged(
  lines: readonly string[],
  input: { checks?: string[]; config?: ScanConfig } = {},
): Promise<Said & { readonly inventory: Inventory }> {
  const inventory = await readInventory(each(lines))
  const session = openInventory(aws, inventory)
  const plan = await planInventory(session, inventory, input)
  return { inventory, ...(await said(scan(plan, { session }), plan.coverage)) }
}

test('the checks say the same of the inventory as of the account, gaps and all', async () => {
  const { lines, ...first } = await scanned()
  ok(first.findings.length > 100 && first.unread.length > 0)
  const calls = cloud.calls.length
  const { inventory, ...again } = await judged(lines)
  deepEqual(again, JSON.parse(JSON.stringify(first)))
  equal(cloud.calls.length, calls)
  deepEqual(inventory.unfinished, [])
})

test('an inventory holds nothing of the credentials, nor of the way to the account', async () => {
  const { lines } = await scanned()
  const text = lines.join('\n')
  for (const secret of [...Object.values(demoCredentials), cloud.url, new URL(cloud.url).host])
    ok(!text.includes(secret), secret)
})

test('a part that a list did not show whole stays a gap', async () => {
  const config = { max_scanned_resources_per_service: 1 }
  const { lines, ...first } = await scanned({ checks: ['s3_bucket_public_access'], config })
  ok(first.coverage.some(({ outcome }) => outcome === 'capped'))
  const { inventory: _, ...again } = await judged(lines)
  deepEqual(again, JSON.parse(JSON.stringify(first)))
})

test('a threshold may be another one, and fewer checks may be asked', async () => {
  const check = 'iam_user_accesskey_unused'
  const { lines } = await scanned({ checks: [check, 's3_bucket_public_access'] })
  const strict = await judged(lines, {
    checks: [check],
    config: { max_unused_access_keys_days: 1 },
  })
  const mild = await judged(lines, {
    checks: [check],
    config: { max_unused_access_keys_days: 9_999 },
  })
  const failing = ({ findings }: Said) => findings.filter(({ status }) => status === 'FAIL').length
  ok(failing(strict) > failing(mild))
  ok(strict.findings.every(({ check_id }) => check_id === check))
})

test('a check whose evidence was not recorded gives no verdict, and says so', async () => {
  const { lines } = await scanned({ checks: ['s3_bucket_public_access'] })
  const { findings, unread } = await judged(lines, {
    checks: ['s3_bucket_object_versioning', 's3_access_point_public_access_block'],
  })
  deepEqual(findings, [])
  ok(unread.length >= 2)
  ok(unread.every(({ reason }) => reason === 'not_recorded'))
})

test('a unit that the scan did not finish is named and not judged', async () => {
  const { lines } = await scanned({ checks: ['kms_cmk_rotation_enabled'] })
  const end = '{"kind":"unit","unit":"kms/us-east-1"}'
  ok(lines.includes(end))
  const { inventory, findings } = await judged(lines.filter((line) => line !== end))
  deepEqual(inventory.unfinished, ['kms/us-east-1'])
  ok(findings.length > 0 && findings.every(({ region }) => region !== 'us-east-1'))
})

test('what is no inventory is refused with the line', async () => {
  const { lines } = await scanned({ checks: ['kms_cmk_rotation_enabled'] })
  const problem = (detail: RegExp) => (error: unknown) =>
    error instanceof ScanProblem && error.code === 'invalid_inventory' && detail.test(error.detail)
  const [head = '', ...rest] = lines
  await rejects(judged([]), problem(/empty/))
  await rejects(judged(rest), problem(/first line/))
  await rejects(judged([head, 'nonsense']), problem(/^Line 2 is/))
  await rejects(judged([head.replace('"version":1', '"version":2')]), problem(/version 2/))
  await rejects(judged([head.replace('"aws"', '"gcp"')]), problem(/for gcp, not for aws/))
})
