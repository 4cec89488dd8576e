// For tests: this service alone, scanned against the fixture cloud.
import type { TestContext } from 'node:test'
import {
  aws,
  type CoverageRow,
  type FindingRecord,
  open,
  planScan,
  scan,
  type UnreadFinding,
} from '../../../../index.ts'
import {
  type Account,
  demoAccount,
  type FixtureCloud,
  firstKeyOf,
  startFixtureCloud,
} from '../../../../testing/index.ts'
import ec2 from '../index.ts'

export const id = '123456789012'
export const region = 'us-east-1'
export const now = new Date('2026-01-15T12:00:00Z')

export type Region = NonNullable<Account['ec2'][string]>

/** The demo account in one region, with the resources of its other regions. Nothing is denied. */
export function busyAccount(): Account & { here: Region } {
  const account = demoAccount(now)
  const [own, other] = [account.ec2[region], account.ec2['eu-central-1']]
  if (!own || !other) throw new Error('the demo account has changed its regions')
  const here: Region = {
    ...own,
    launchTemplates: [...own.launchTemplates, ...other.launchTemplates],
    addresses: [...own.addresses, ...other.addresses],
    prefixLists: [...own.prefixLists, ...other.prefixLists],
  }
  return {
    ...account,
    denied: [],
    regions: [{ name: region, optIn: 'opt-in-not-required' }],
    ec2: { [region]: here },
    here,
  }
}

export async function cloudOf(
  t: TestContext,
  account: Account,
  pageSize = Number.POSITIVE_INFINITY,
): Promise<FixtureCloud> {
  const cloud = await startFixtureCloud({ accounts: [account], pageSize })
  t.after(() => cloud.close())
  return cloud
}

export interface Seen {
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
  /** The plan's permissions. */
  readonly actions: readonly string[]
  /** The calls after sign-in. */
  readonly calls: readonly string[]
}

/** Scans one region with exactly one attempt per call. */
export async function scanned(
  cloud: FixtureCloud,
  chosen: { checks?: readonly string[]; uids?: readonly string[] } = {},
): Promise<Seen> {
  const { accessKeyId, secretAccessKey } = firstKeyOf(id)
  const opened = await open(
    { ...aws, services: { ec2: async () => ec2 } },
    {
      uid: id,
      secret: { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey },
      config: { endpoint_url: cloud.url, retries: 0, read_timeout_ms: 2_000 },
    },
  )
  try {
    const before = cloud.calls.length
    const plan = await planScan(opened, chosen)
    for await (const result of scan(plan, { session: opened, now })) {
      if (result.kind !== 'unit') throw new Error(`the unit ended as ${JSON.stringify(result)}`)
      const calls = cloud.calls.slice(before).map(({ operation }) => operation)
      return { ...result, actions: plan.actions, calls }
    }
    throw new Error('the scan has no unit')
  } finally {
    opened.close()
  }
}

/** Each finding as one line, in a fixed order. */
export const verdicts = ({ findings }: Seen): readonly string[] =>
  findings
    .map((it) => `${it.uid} ${it.status} ${it.severity} ${it.status_extended}`)
    .sort((a, b) => (a < b ? -1 : 1))

/** The coverage rows that are gaps: `check outcome action`. */
export const gaps = ({ coverage }: Seen): readonly string[] =>
  coverage
    .filter(({ outcome }) => outcome !== 'assessed' && outcome !== 'not_applicable')
    .map(({ check_id, outcome, action }) => `${check_id} ${outcome} ${action}`)
    .sort()
