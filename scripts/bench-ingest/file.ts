/** The file of a bench: OCSF records of 2 kB and more, each with a number that its uid ends with. */
import { once } from 'node:events'
import { createWriteStream, statSync } from 'node:fs'

export interface BenchFile {
  readonly records: number
  readonly accounts: number
}

/** Ten checks look at each resource; what was read of it is most of a record. */
function lineOf(at: number, accounts: number): string {
  const account = String(210_987_654_000 + (at % accounts))
  const resource = Math.floor(at / accounts / 10)
  const region = `eu-region-${resource % 17}`
  const check = `service${resource % 20}_check_${at % 10}`
  const uid = `arn:aws:service${resource % 20}:${region}:${account}:item/${resource}`
  return JSON.stringify({
    class_uid: 2004,
    time: Date.UTC(2026, 0, 15),
    severity_id: 1 + (at % 5),
    status_code: at % 5 === 0 ? 'FAIL' : 'PASS',
    status_detail: `Item ${resource} was looked at by ${check} and found as it is.`,
    metadata: { version: '1.5.0', event_code: check, product: { name: 'bench' } },
    finding_info: { uid: `bench-${check}-${uid}-${at}`, title: check, desc: 'd'.repeat(300) },
    cloud: { provider: 'aws', account: { uid: account }, region },
    remediation: { desc: 'r'.repeat(300), references: ['https://example.com/'.padEnd(200, 'x')] },
    resources: [
      {
        uid,
        name: `item-${resource}`,
        type: 'Item',
        region,
        group: { name: `service${resource % 20}` },
        labels: ['team:data', `number:${resource}`],
        data: { metadata: { item: resource, text: 'm'.repeat(700) } },
      },
    ],
    unmapped: { notes: 'n'.repeat(150) },
  })
}

/** Returns its size in bytes. */
export async function writeFile(path: string, { records, accounts }: BenchFile): Promise<number> {
  const out = createWriteStream(path)
  for (let at = 0; at < records; at += 1)
    if (!out.write(`${lineOf(at, accounts)}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
  return statSync(path).size
}
