/**
 * How a server reads lists, as the restricted role: each is found by an index that begins with its tenant
 * and goes on with what the list is about, little is read that is not shown, and what is promised in order
 * is not sorted. The planner of the embedded database has no statistics.
 */
import { deepEqual, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aws } from '@plumbline/scanner'
import { raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { freshDatabase, testEnvironment } from '../../testing/database.ts'
import { scanOnce, SyntheticAccount } from '../seed/index.ts'
import { catalogOf } from '../checks/catalog.ts'
import { groupPage } from '../finding-groups/groups.ts'
import { scopeOf } from '../providers/index.ts'
import { findings } from './resource.ts'
import { findingPage } from './page.ts'
import { findingsByIds } from './shape.ts'
import { owner } from '../../testing/findings-model/player.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Node[]
}

const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

if (testEnvironment.postgresAdmin !== null) {
  const { database, administer, close } = await freshDatabase()
  after(close)
  const catalog = catalogOf([])
  const tenantId = newId()
  const providers = [newId(), newId()]
  const checks = [...aws.catalog.values()].filter(({ service }) =>
    ['s3', 'iam', 'rds', 'kms'].includes(service),
  )
  const scans: string[] = []
  const caller = owner(tenantId)

  before(async () => {
    await administer(`insert into tenants (id, name) values ('${tenantId}', 'A tenant')`)
    for (const [at, providerId] of providers.entries()) {
      const uid = `11111111111${at}`
      await administer(`
        insert into providers (tenant_id, id, provider, uid)
        values ('${tenantId}', '${providerId}', 'aws', '${uid}')`)
      const account = new SyntheticAccount({ uid, checks, findings: 6_000, seed: at })
      for (const day of [0, 1, 2]) {
        const startMs = Date.UTC(2026, 0, 1 + day, at)
        await scanOnce(database, tenantId, { account, providerId, day, startMs }, () => {})
      }
    }
    const rows = await administer(`
      select id from scans where provider_id = '${providers[0]}' order by seq`)
    scans.push(...rows.map(({ id }) => String(id)))
    await administer('vacuum analyze')
  })

  /** Runs the work, and returns the plans of its statements that read findings. */
  function plansOf(work: (tx: Tx) => Promise<unknown>): Promise<Node[][]> {
    return database.inTenant(tenantId, async (tx) => {
      // What a table of millions would cost to read as a whole, one of thousands does not.
      await tx.run(sql`select set_config('enable_seqscan', 'off', true)`)
      const sent: Sql[] = []
      const recorded =
        <T>(send: (statement: Sql) => Promise<T>) =>
        (statement: Sql): Promise<T> => {
          sent.push(statement)
          return send(statement)
        }
      await work({
        ...tx,
        rows: (statement) => recorded<never[]>((one) => tx.rows(one))(statement),
        single: (statement) => recorded<never>((one) => tx.single(one))(statement),
      })
      const plans: Node[][] = []
      for (const statement of sent) {
        const [explained] = await tx.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
          sql`${raw('explain (analyze, format json)')} ${statement}`,
        )
        if (explained) plans.push(nodes(explained['QUERY PLAN'][0].Plan))
      }
      return plans
    })
  }

  /** Ignores empty partitions, and scans of the small partial indexes. */
  const ofFindings = (node: Node): boolean =>
    /^finding(s|_history_\w+)$/.test(node['Relation Name'] ?? '') &&
    !/^findings_(uncounted|observed)$/.test(node['Index Name'] ?? '') &&
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) > 0

  /** Checks plans against their requirements; `by` are the columns that the index is entered with. */
  function hold(plans: readonly Node[][], by: readonly string[], mostSorted: number): void {
    ok(plans.length > 0)
    for (const plan of plans) {
      for (const node of plan.filter(ofFindings)) {
        const planText = JSON.stringify(node)
        const read = plan.find((one) => one === node || one.Plans?.includes(node))
        const entered =
          node['Index Cond'] ?? read?.Plans?.find((one) => one['Index Cond'])?.['Index Cond']
        ok(entered, `read as a whole: ${planText}`)
        const named = [...entered.matchAll(/\b([a-z_]+) (?:=|>=|<=|<|>)/g)].map(([, name]) => name)
        // What is shown of a row on the page is looked up by its key.
        const isLookup = named.includes('finding_key') || named.includes('id')
        if (!isLookup)
          deepEqual(
            by.filter((column) => !named.includes(column)),
            [],
            planText,
          )
        const loops = node['Actual Loops']
        const removed = (node['Rows Removed by Filter'] ?? 0) * loops
        const given = node['Actual Rows'] * loops
        ok(removed <= 20 * Math.max(given, 10), `${removed} read for ${given} shown: ${planText}`)
      }
      for (const node of plan.filter((one) => one['Node Type'] === 'Sort')) {
        const [input] = node.Plans ?? []
        const sorted = (input?.['Actual Rows'] ?? 0) * (input?.['Actual Loops'] ?? 0)
        ok(sorted <= mostSorted, `${sorted} rows are sorted`)
      }
    }
  }

  const eq = (name: string, value: unknown) => ({ name, op: 'eq', value })
  interface Ask {
    readonly filters?: readonly { name: string; op: string; value: unknown }[]
    readonly sort?: readonly { key: string; descending: boolean }[]
    readonly latest?: boolean
    readonly number?: number
  }
  const list =
    ({ filters = [], sort = findings.order, latest = true, number = 1 }: Ask) =>
    async (tx: Tx) =>
      findingPage(tx, await scopeOf(tx, caller, filters), catalog, {
        filters,
        sort,
        latest,
        page: { number, size: 50 },
        fields: new Map(),
      })

  const newest = [{ key: 'inserted_at', descending: true }]
  const cases: readonly (readonly [what: string, ask: () => Ask, by: readonly string[]])[] = [
    ['what is live', () => ({}), ['tenant_id', 'status']],
    ['what fails', () => ({ filters: [eq('status', 'FAIL')] }), ['tenant_id', 'status']],
    [
      'what fails and is severe in one account',
      () => ({
        filters: [
          eq('provider', providers[1]),
          eq('status', 'FAIL'),
          { name: 'severity', op: 'in', value: ['high', 'critical'] },
        ],
      }),
      ['tenant_id', 'provider_id', 'status'],
    ],
    [
      'what is live by severity, then status',
      () => ({
        sort: [
          { key: 'severity', descending: false },
          { key: 'status', descending: false },
        ],
      }),
      ['tenant_id', 'status', 'severity'],
    ],
    ['the twentieth page', () => ({ number: 20 }), ['tenant_id', 'status']],
    ['what was seen last', () => ({ sort: newest }), ['tenant_id', 'provider_id', 'unit']],
    [
      'failures that were seen last',
      () => ({ sort: newest, filters: [eq('status', 'FAIL')] }),
      ['tenant_id', 'provider_id', 'unit'],
    ],
    [
      'the newest scan',
      () => ({ latest: false, filters: [eq('scan', scans[2])] }),
      ['tenant_id', 'provider_id', 'status'],
    ],
    [
      'a scan in between',
      () => ({ latest: false, filters: [eq('scan', scans[1])] }),
      ['tenant_id', 'provider_id', 'status'],
    ],
    [
      'the first scan',
      () => ({ latest: false, filters: [eq('scan', scans[0])] }),
      ['tenant_id', 'provider_id', 'status'],
    ],
  ]
  for (const [what, ask, by] of cases) {
    test(`${what} is listed off an index, without a sort`, async () => {
      // A page of each branch, and the page itself by its place.
      hold(await plansOf(list(ask())), by, 1_000 + (ask().number ?? 1) * 200)
    })
  }

  test('a day that is over is listed off indexes, without a sort', async () => {
    const from = Date.UTC(2026, 0, 2)
    const day = {
      from: new Date(from).toISOString(),
      until: new Date(from + 86_400_000).toISOString(),
    }
    for (const name of ['inserted_at', 'updated_at']) {
      const filters = [eq('provider', providers[1]), { name, op: 'on', value: day }]
      const plans = await plansOf(list({ latest: false, filters }))
      // A count reads all that it counts.
      const pages = plans.filter((plan) => plan.some((one) => one['Node Type'] === 'WindowAgg'))
      hold(pages, ['tenant_id', 'provider_id', 'status'], 1_000)
    }
  })

  test('what many findings have in their texts is listed off an index, without a sort', async () => {
    const plans = await plansOf(list({ filters: [eq('search', 'aws')] }))
    // A count reads all that it counts.
    const pages = plans.filter((plan) => plan.some((one) => one['Node Type'] === 'Limit'))
    hold(pages, ['tenant_id', 'status'], 1_000)
  })

  test('a page far behind is found off the index, and only its own rows are read whole', async () => {
    const work = list({ number: 200 })
    hold(await plansOf(work), ['tenant_id', 'status'], 12_000)
    const { rows } = await database.inTenant(tenantId, work)
    const inOrder = await administer(`
      select id
        from findings
       where tenant_id = '${tenantId}'
       order by array_position('{2,1,3}', status::int), severity desc, id desc
      offset 9950
       limit 50`)
    deepEqual(
      rows.map(({ id }) => id),
      inOrder.map(({ id }) => id),
    )
  })

  test('findings of one check are looked up by it', async () => {
    const check_id = 's3_bucket_public_access'
    hold(
      await plansOf(list({ filters: [eq('check_id', check_id)] })),
      ['tenant_id', 'check_id'],
      1_000,
    )
  })

  test('findings by id are looked up by it, whether they hold or have ended', async () => {
    const [row] = await administer('select id from finding_history limit 1')
    hold(
      await plansOf((tx) => findingsByIds(catalog)(tx, [String(row?.['id'])], caller)),
      ['tenant_id', 'id'],
      10,
    )
  })

  test('groups are counted by rollups, and the first findings of those on the page are looked up', async () => {
    const sort = [{ key: 'fail_count', descending: true }]
    const page = { number: 1, size: 5 }
    const work = async (tx: Tx) => {
      const scope = await scopeOf(tx, caller, [])
      const query = { filters: [], sort, page, latest: true }
      return groupPage(tx, { caller, scope, catalog }, query)
    }
    const plans = await plansOf(work)
    hold(plans, ['tenant_id', 'check_id', 'status'], 20_000)
    const read = plans
      .flat()
      .filter(ofFindings)
      .map((node) => node['Actual Rows'] * node['Actual Loops'])
    ok(Math.max(...read) <= 3 * 5, `${read.join(', ')} rows were read`)
  })

  test('before a first large write is analyzed, what is shown is looked up by its id', async () => {
    // As after an analysis of the first row: each value seems to be there once.
    await administer(`
      update pg_statistic
         set stadistinct = -1, stakind1 = 0, stakind2 = 0, stakind3 = 0, stakind4 = 0, stakind5 = 0
       where starelid = 'findings'::regclass`)
    try {
      for (const latest of [true, false]) {
        const plans = await plansOf(list({ latest, filters: [eq('status', 'FAIL')] }))
        const read = plans.flat().filter(ofFindings)
        for (const node of read)
          ok(node['Actual Rows'] * node['Actual Loops'] <= 1_000, JSON.stringify(node))
      }
    } finally {
      await administer('analyze findings')
    }
  })
}
