/** How long overviews and compliance take over HTTP, live and while a newer scan runs. */
import { aws } from '@plumbline/scanner'
import { Player } from '../../server/testing/findings-model/player.ts'
import { type Client, world } from '../../server/testing/index.ts'
import { SyntheticAccount, unitNames } from './account.ts'
import type { Engine } from './engines.ts'
import { timed } from './reads.ts'

const today = new Date().toISOString().slice(0, 10)
const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)

const paths: Readonly<Record<string, string>> = {
  'all frameworks': '/compliance-overviews?filter[provider_type]=aws&page[size]=100',
  requirements:
    '/compliance-overviews/requirements?filter[compliance_id]=pci_4.0_aws&filter[provider_type]=aws',
  'compliance regions': '/compliance-overviews/metadata?filter[provider_type]=aws',
  providers: '/overviews/providers',
  'providers/count': '/overviews/providers/count',
  findings: '/overviews/findings',
  findings_severity: '/overviews/findings_severity',
  timeseries: `/overviews/findings_severity/timeseries?filter[date_from]=${monthAgo}&filter[date_to]=${today}`,
  services: '/overviews/services',
  regions: '/overviews/regions',
  'attack-surfaces': '/overviews/attack-surfaces',
  categories: '/overviews/categories',
  'resource-groups': '/overviews/resource-groups',
  threatscore: '/overviews/threatscore',
  'compliance-watchlist': '/overviews/compliance-watchlist',
}

export async function ask(user: Client, path: string): Promise<void> {
  const { status, text } = await user.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
}

/** Checks that frameworks name, in place of made-up ones. */
const ids = [...aws.catalog.keys()]
const realId = (check_id: string): string => {
  const [service = '0', check = '0'] = check_id.match(/\d+/g) ?? []
  return ids[(Number(service) * 15 + Number(check)) % ids.length] ?? check_id
}

export async function fullScan(
  engine: Engine,
  player: Player,
  account: SyntheticAccount,
  at: string,
): Promise<void> {
  const scan = await player.begin('full', at)
  for (const [index, unit] of unitNames.entries()) {
    const observed = account
      .observe(index)
      .map((one) => ({ ...one, check_id: realId(one.check_id) }))
    await player.unit(scan, unit, { rows: observed }, at)
  }
  await player.finish(scan)
  await engine.administer(`
    insert into scan_coverage (tenant_id, scan_id, unit, check_id, service, region, resource_type, outcome, count)
    select distinct tenant_id, '${scan.id}'::uuid, unit, check_id, service, region, resource_type,
           case when region = 'region-3' and service = 'service3' then 'denied' else 'assessed' end, 1
      from rollup_live where provider_id = '${player.providerId}'`)
}

/** A tenant of one account with so many live findings, of checks that the frameworks name. */
export async function measureOverviews(engine: Engine, live: number): Promise<string[]> {
  const w = await world({ test: engine })
  try {
    const user = await w.user()
    const player = await Player.join(engine, user.tenantId)
    const account = new SyntheticAccount(live, 7)
    await fullScan(engine, player, account, new Date(Date.UTC(2026, 0, 1)).toISOString())
    account.change()
    await fullScan(engine, player, account, new Date(Date.UTC(2026, 0, 2)).toISOString())
    await engine.administer('vacuum analyze')
    const lines: string[] = []
    const measure = async (when: string): Promise<void> => {
      for (const [name, path] of Object.entries(paths)) {
        const { p50, p95 } = await timed(() => ask(user, path))
        lines.push(`${name}, ${when}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
      }
    }
    await measure('latest scan')
    await player.begin('full', new Date(Date.UTC(2026, 0, 3)).toISOString())
    await measure('while a newer scan runs')
    return lines
  } finally {
    await w.close()
  }
}
