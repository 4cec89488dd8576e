/** Files of findings as scanners write them, and how they are sent. */
import { Answered, type Client, type Item } from '../../../testing/index.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from '../../../testing/eventually.ts'

export interface Described {
  readonly uid: string
  readonly status?: 'PASS' | 'FAIL' | 'MANUAL'
  readonly account?: string
  readonly service?: string
  readonly region?: string
  readonly check?: string
  readonly resource?: string
  /** Milliseconds. */
  readonly time?: number
  readonly message?: string
}

export const account = '210987654321'
/** When the first file of a test was made. */
export const firstDay = Date.UTC(2026, 0, 15, 12)

export const record = ({ uid, status = 'FAIL', ...described }: Described): object => ({
  class_uid: 2004,
  time: described.time ?? firstDay,
  severity_id: 4,
  status_code: status,
  message: described.message ?? `${uid} was looked at.`,
  metadata: { version: '1.4.0', event_code: described.check ?? 'outside_check' },
  finding_info: { uid },
  cloud: {
    provider: 'aws',
    account: { uid: described.account ?? account, name: 'Outside' },
    region: described.region ?? 'eu-west-1',
  },
  resources: [
    {
      uid: described.resource ?? `arn:aws:s3:::${uid}`,
      type: 'AwsS3Bucket',
      group: { name: described.service ?? 's3' },
      data: { metadata: { of: described.resource ?? uid } },
    },
  ],
})

export async function send(
  client: Client,
  content: unknown,
  { name = 'findings.ocsf.json', field = 'file', headers = {} } = {},
): Promise<Answered> {
  const form = new FormData()
  const bytes =
    content instanceof Uint8Array
      ? new Uint8Array(content)
      : typeof content === 'string'
        ? content
        : JSON.stringify(content)
  form.set(field, new Blob([bytes]), name)
  const response = await fetch(`${client.base}/ingestions`, {
    method: 'POST',
    headers: { Authorization: client.authorization, ...headers },
    body: form,
  })
  return new Answered(response.status, response.headers, await response.text())
}

/** The ingestion once it has ended. */
export async function ended(client: Client, id: string, withinMs = patienceMs): Promise<Item> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(30)) {
    const { item } = await client.get(`/ingestions/${id}`)
    if (/completed|failed/.test(item.text('status'))) return item
  }
  throw new Error(`The ingestion ${id} did not end within ${withinMs} ms.`)
}

/** Sends a file and waits for its end. */
export async function ingest(client: Client, content: unknown): Promise<Item> {
  const answer = await send(client, content)
  if (answer.status !== 202) throw new Error(`POST /ingestions answered ${answer.text}`)
  return ended(client, answer.item.id)
}
