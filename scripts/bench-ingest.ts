/**
 * `npm run bench:ingest`: a file of OCSF records of 2 kB and more, from the upload's end to its last
 * finding in PostgreSQL, with the memory of the serving process. `--records 100000 --accounts 4`.
 */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Installation } from '../cli/testing/installation.ts'
import { processorSecondsOf, startEngine } from './bench-findings/engines.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '4' },
  },
})
const records = Number(values.records)
const accounts = Number(values.accounts)
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Ten checks look at each resource; what was read of it is most of a record. */
function lineOf(at: number): string {
  const account = String(210_987_654_000 + (at % accounts))
  const thing = Math.floor(at / accounts / 10)
  const region = `eu-region-${thing % 17}`
  const check = `service${thing % 20}_check_${at % 10}`
  const uid = `arn:aws:service${thing % 20}:${region}:${account}:thing/${thing}`
  return JSON.stringify({
    class_uid: 2004,
    time: Date.UTC(2026, 0, 15),
    severity_id: 1 + (at % 5),
    status_code: at % 5 === 0 ? 'FAIL' : 'PASS',
    status_detail: `Thing ${thing} was looked at by ${check} and found as it is.`,
    metadata: { version: '1.5.0', event_code: check, product: { name: 'bench' } },
    finding_info: { uid: `bench-${check}-${uid}-${at}`, title: check, desc: 'd'.repeat(300) },
    cloud: { provider: 'aws', account: { uid: account }, region },
    remediation: { desc: 'r'.repeat(300), references: ['https://example.com/'.padEnd(200, 'x')] },
    resources: [
      {
        uid,
        name: `thing-${thing}`,
        type: 'Thing',
        region,
        group: { name: `service${thing % 20}` },
        labels: ['team:data', `number:${thing}`],
        data: { metadata: { thing, text: 'm'.repeat(700) } },
      },
    ],
    unmapped: { notes: 'n'.repeat(150) },
  })
}

async function write(path: string): Promise<number> {
  const out = createWriteStream(path)
  for (let at = 0; at < records; at += 1)
    if (!out.write(`${lineOf(at)}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
  return statSync(path).size
}

/** Largest resident memory of a process so far, in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-ingest-'))
const engine = await startEngine('postgres')
const installation = new Installation(
  {
    DATA_DIR: folder,
    DATABASE_URL: engine.url ?? '',
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    INGESTION_MAX_BYTES: String(2 ** 34),
  },
  false,
)
try {
  const path = join(folder, 'bench.jsonl')
  const bytes = await write(path)
  say(`${records} records, ${Math.round(bytes / records)} bytes each, ${accounts} accounts`)
  await installation.start()
  await installation.signUp('bench')
  const { client } = installation
  const form = new FormData()
  form.set('file', await openAsBlob(path), 'bench.jsonl')
  const headers = { Authorization: client.authorization }
  const used = async (): Promise<readonly [ours: number, database: number]> => [
    processorSecondsOf(installation.pid),
    await engine.processorSeconds(),
  ]
  const before = await used()
  const began = performance.now()
  const sent = await fetch(`${client.base}/ingestions`, { method: 'POST', headers, body: form })
  const { data } = (await sent.json()) as { data: { id: string } }
  const taken = performance.now()
  let read = 0
  for (;;) {
    const { item } = await client.get(`/ingestions/${data.id}`)
    if (read === 0 && item.linked('scans').length > 0) read = performance.now()
    if (/completed|failed/.test(item.text('status'))) {
      say(`${item.text('status')}: ${JSON.stringify(item.object('summary'))}`)
      break
    }
    await sleep(200)
  }
  const ms = performance.now() - taken
  say(
    `upload ${Math.round(taken - began)} ms, reading ${Math.round(read - taken)} ms, all ${Math.round(ms)} ms`,
  )
  say(`${Math.round((records / ms) * 1_000)} records/s behind the upload`)
  say(`peak memory ${Math.round(peakOf(installation.pid))} MB`)
  const [ours, database] = (await used()).map((seconds, at) =>
    (((seconds - (before[at] ?? 0)) * 1e6) / records).toFixed(1),
  )
  say(`processor time a record, upload and all: ours ${ours} µs, the database's ${database} µs`)
} finally {
  await installation.stop()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}
