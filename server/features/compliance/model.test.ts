/** Compliance of random scans, mutes and decisions, against the naive reference of findings. */
import { deepEqual } from 'node:assert/strict'
import { after, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import { assess, type Framework } from '@plumbline/scanner/frameworks'
import { idArray, sql } from '../../platform/db/index.ts'
import { freshDatabase } from '../../testing/database.ts'
import { latestScans } from '../rollups/scans.ts'
import { checks } from '../../testing/findings-model/account.ts'
import { type Run, sequences } from '../../testing/findings-model/run.ts'
import { resultsOf } from './evidence.ts'

const base = await freshDatabase()
after(() => base.close())

/** Each combination of the checks is a requirement, and so is a nonexistent check. */
const combinations = [[], [0], [1], [0, 1], [2], [1, 2]]
const ids = [...checks, 'unmade']
const framework: Framework = {
  id: 'model_1.0_aws',
  aliases: [],
  framework: 'Model',
  version: '1.0',
  providers: ['aws'],
  checks: [ids],
  requirements: combinations.map((places, at) => ({
    id: `${at}`,
    checks: [Uint16Array.from(places)],
    attributes: {},
  })),
}

/**
 * The status of a requirement from the copies of the latest full scan. Muted ones prove nothing; no copies prove less.
 */
function expectedOf({ reference }: Run, gaps: ReadonlySet<string>): readonly object[] {
  const scan = reference.subject
  const copies = scan ? reference.counted(scan) : []
  return combinations.map((places) => {
    const sum = { pass: 0, fail: 0, manual: 0 }
    let isJudged = true // as far as it is not muted
    for (const place of places) {
      const all = copies.filter(({ uid }) => uid.startsWith(`plumbline-aws-${ids[place]}-`))
      const shown = all.filter(({ muted }) => !muted)
      const many = (status: string): number => shown.filter((copy) => copy.status === status).length
      sum.pass += many('PASS')
      sum.fail += many('FAIL')
      sum.manual += many('MANUAL')
      const isUnread = many('MANUAL') > 0 || gaps.has(ids[place] ?? '')
      if (all.length === 0 || isUnread) isJudged = false
    }
    const status = sum.fail > 0 ? 'FAIL' : sum.pass > 0 && isJudged ? 'PASS' : 'MANUAL'
    return { ...sum, status }
  })
}

async function agrees(run: Run): Promise<void> {
  const { player } = run
  const { assessed, gaps } = await player.in(async (tx) => {
    const scans = await latestScans(tx, { whole: true, ids: [player.providerId] })
    // The model of findings defines which rows are gaps; here it is about what they mean.
    const rows = await tx.rows<{ check_id: string }>(sql`
      select distinct check_id
        from scan_gaps
       where tenant_id = ${tx.tenantId} and scan_id = any(${idArray(scans.map(({ id }) => id))})`)
    const gaps = new Set(rows.map(({ check_id }) => check_id))
    return { assessed: assess(framework, await resultsOf(tx, scans)), gaps }
  })
  deepEqual(
    assessed.map(({ pass, fail, manual, status }) => ({ pass, fail, manual, status })),
    expectedOf(run, gaps),
  )
}

test('a requirement stands as the copies of the latest full scan say', () =>
  sequences(base, {
    count: isWhole ? 300 : 5,
    holds: agrees,
  }))
