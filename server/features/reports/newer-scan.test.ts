/**
 * A report that is written while a newer scan of the same account is recorded: every number is from the report's scan.
 */
import { deepEqual, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aws, describeChecks } from '@plumbline/scanner'
import { openFiles } from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import { silent } from '../../platform/log.ts'
import type { Running } from '../../platform/tasks/index.ts'
import { type World, world } from '../../testing/index.ts'
import { type Looked, Player } from '../../testing/findings-model/player.ts'
import { buildReport } from './tasks.ts'
import { unzip } from './testing/unzip.ts'

const checks = new Map((await describeChecks(aws)).map((check) => [check.id, check]))
const folder = mkdtempSync(join(tmpdir(), 'plumbline-newer-'))
let w: World
before(async () => {
  w = await world({ reportsAfterScans: true })
})
after(async () => {
  await w.close()
  await w.test.close()
  rmSync(folder, { recursive: true, force: true })
})

const check = 's3_bucket_public_access'
const startMs = Date.now() - 3_600_000
const at = (minute: number): string => new Date(startMs + minute * 60_000).toISOString()
const buckets = ['a', 'b', 'c'].map((name) => `arn:aws:s3:::${name}`)
const unitsOf = (status: 'FAIL' | 'PASS'): Readonly<Record<string, Looked>> => ({
  's3/eu-west-1': { says: buckets.map((on) => ({ check, on, status, severity: 'critical' })) },
})

/** The text of a report's files, where `meanwhile` happens after the first read of its build. */
async function built(
  { tenantId, database }: Player,
  scanId: string,
  meanwhile: () => Promise<unknown>,
): Promise<(ending: string) => string> {
  const files = openFiles({ folder: join(folder, newId()) })
  let read = 0
  const running: Running = {
    tenantId,
    name: 'scan-report',
    taskId: newId(),
    fence: 1,
    inTenant: async (work) => {
      const found = await database.inTenant(tenantId, work)
      if (++read === 1) await meanwhile()
      return found
    },
    hold: async () => {},
    releasePlace: () => () => {},
    countStored() {},
    progressed: async () => {},
    signal: new AbortController().signal,
    log: silent,
  }
  const reporting = { files, checks, version: '0.1.0', rows: 50 }
  await w.test.administer(`
    insert into scan_reports (tenant_id, scan_id, task_id) values ('${tenantId}', '${scanId}', '${newId()}')`)
  await buildReport.with({ reporting }).run({ scan_id: scanId }, running)
  const [name] = await files.list(tenantId)
  if (!name) throw new Error('There is no file.')
  const pieces: Buffer[] = []
  for await (const piece of files.open(name)) pieces.push(piece)
  const entries = unzip(Buffer.concat(pieces))
  return (ending) => String([...entries].find(([path]) => path.endsWith(ending))?.[1])
}

test('a newer scan that starts while a report is written changes none of its numbers', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  const { id: earlier } = await player.full(unitsOf('PASS'), at(10))
  await w.test.administer(`update severity_days set day = day - 1 where scan_id = '${earlier}'`)
  const scan = await player.full(unitsOf('FAIL'), at(20))
  const file = await built(player, scan.id, () => player.full(unitsOf('PASS'), at(30)))
  const table = file('.csv')
  for (const on of buckets) ok(table.includes(`"FAIL","critical","${on} is FAIL`), on)
  const page = file('.html')
  ok(page.includes('3 of 3 findings fail, 3 critical.'))
  const days = [...page.matchAll(/<title>(\S+), critical: (\d)</g)].map(([, , count]) => count)
  deepEqual(days, ['0', '3'])
  const requirements = file('_pci_4.0_aws.csv').split('\r\n')
  const line = requirements.find((one) => one.includes(`"${check}"`)) ?? ''
  ok(line.endsWith('"failed",0,3,0'), line)
})
