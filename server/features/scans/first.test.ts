/** Which scans are the first of their provider, and that a page of scans stays cheap. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { raw, sql } from '../../platform/db/index.ts'
import { world } from '../../testing/index.ts'
import { Player } from '../../testing/findings-model/player.ts'
import { firstOfProviders, isFirstScan } from '../rollups/index.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

test('the first completed full scan of a provider is its first, and so is its first import', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  const ended = async (kind: 'full' | 'import', minute: number): Promise<string> => {
    const scan = await player.begin(kind, at(minute))
    await player.finish(scan)
    return scan.id
  }
  const failed = (await player.begin('full', at(0))).id
  await w.test.administer(`update scans set state = 'failed' where id = '${failed}'`)
  const partial = (await player.partial({}, at(1))).id
  const imported = await ended('import', 2)
  const full = await ended('full', 3)
  const [laterImport, laterFull] = [await ended('import', 4), await ended('full', 5)]
  const other = await Player.join(w.test, user.tenantId)
  const otherFull = (await other.full({}, at(6))).id
  const running = (await (await Player.join(w.test, user.tenantId)).begin('full', at(7))).id
  const { items } = await user.get('/scans')
  const all = [failed, partial, imported, full, laterImport, laterFull, otherFull, running]
  deepEqual(items.map(({ id }) => id).toSorted(), all.toSorted())
  const first = [imported, full, otherFull].toSorted()
  const marked = items.filter((one) => one.at('is_first') === true).map(({ id }) => id)
  deepEqual(marked.toSorted(), first)
  equal((await user.get(`/scans/${full}`)).item.at('is_first'), true)
  equal((await user.get(`/scans/${laterFull}`)).item.at('is_first'), false)
  const ids = all.map((id) => ({ id }))
  deepEqual([...(await player.in((tx) => firstOfProviders(tx, ids)))].toSorted(), first)
  await w.test.administer(`update scans set completed_at = '${at(2)}' where id = '${laterFull}'`)
  equal((await user.get(`/scans/${laterFull}`)).item.at('is_first'), true, 'by when it completed')
})

interface Node {
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Alias?: string
  readonly Plans?: readonly Node[]
}
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

test('the first scan is found in the index of completed scans, among thousands', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await w.test.administer(`
    insert into scans (tenant_id, id, provider_id, kind, trigger, state, inserted_at, completed_at)
    select '${user.tenantId}', gen_random_uuid(), '${player.providerId}', case when n % 2 = 0 then 3 else 1 end,
           'manual', 'completed', now() - n * interval '1 hour', now() - n * interval '1 hour'
      from generate_series(1, 3000) n`)
  await w.test.administer('analyze scans')
  const plan = await player.in(async (tx) => {
    const [explained] = await tx.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`
      ${raw('explain (analyze, format json)')} select s.id, ${isFirstScan(tx.tenantId)} as is_first
        from scans s
       where s.tenant_id = ${tx.tenantId}
       order by s.inserted_at desc
       limit 100`)
    return nodes(explained?.['QUERY PLAN'][0].Plan as Node)
  })
  const looks = plan.filter((node) => node.Alias === 'b')
  ok(looks.length > 0, JSON.stringify(plan))
  for (const look of looks) {
    const text = JSON.stringify(look)
    equal(look['Index Name'], 'scans_latest', text)
    for (const part of ['tenant_id', 'provider_id', 'kind'])
      ok(look['Index Cond']?.includes(part), text)
    ok(look['Actual Rows'] <= 1 && !look['Rows Removed by Filter'], text)
  }
})
