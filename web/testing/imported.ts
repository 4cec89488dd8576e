/** Findings for tests, imported from a file in the format of scanners. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@plumbline/server/testing'

export interface Brought {
  readonly uid: string
  readonly status?: 'PASS' | 'FAIL' | 'MANUAL'
  readonly check?: string
  readonly message?: string
  readonly resource?: string
  readonly name?: string
  readonly region?: string
  readonly evidence?: object
}

const recordOf = ({ uid, check = 's3_bucket_default_encryption', ...said }: Brought): object => ({
  class_uid: 2004,
  time: Date.now(),
  severity_id: 4,
  status_code: said.status ?? 'FAIL',
  message: said.message ?? `${uid} was looked at.`,
  metadata: { version: '1.4.0', event_code: check },
  finding_info: { uid },
  cloud: {
    provider: 'aws',
    account: { uid: '210987654321', name: 'Outside' },
    region: said.region ?? 'eu-west-1',
  },
  resources: [
    {
      uid: said.resource ?? `arn:aws:s3:::${uid}`,
      name: said.name ?? said.resource ?? uid,
      type: 'AwsS3Bucket',
      group: { name: 's3' },
      data: { metadata: said.evidence ?? { bucket: uid } },
    },
  ],
})

/** Uploads a file with the findings and waits until they are recorded. */
export async function bring(client: Client, findings: readonly Brought[]): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(findings.map(recordOf))]), 'findings.ocsf.json')
  const response = await fetch(`${client.base}/ingestions`, {
    method: 'POST',
    headers: { Authorization: client.authorization },
    body: form,
  })
  if (response.status !== 202) throw new Error(`POST /ingestions: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { id: string } }
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    const { item } = await client.get(`/ingestions/${data.id}`)
    if (item.text('status') === 'completed') return
    if (item.text('status') === 'failed') throw new Error(JSON.stringify(item.attributes))
  }
  throw new Error('The file was not read within a minute.')
}
