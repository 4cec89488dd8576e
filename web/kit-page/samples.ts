/** Sample data of the component page. */
import { Included, type Page, type Row, rowOf } from '../api/documents.ts'
import type { Attributes } from '../api/types.ts'

const loadedAt = Date.now()
/** A time this many seconds before the page was loaded, or after it if negative. */
export const before = (seconds: number): string =>
  new Date(loadedAt - seconds * 1_000).toISOString()

const kind = (id: string, name: string, scannable: boolean): Row<'provider-kinds'> =>
  rowOf({
    type: 'provider-kinds',
    id,
    attributes: { name, scannable } satisfies Partial<Attributes['provider-kinds']>,
  })

const kindRows = [
  kind('aws', 'AWS', true),
  kind('kubernetes', 'Kubernetes', true),
  kind('alibabacloud', 'Alibaba Cloud', false),
]
export const kinds: Page<'provider-kinds'> = {
  rows: kindRows,
  count: kindRows.length,
  included: new Included(),
  meta: {},
}

const provider = (
  id: string,
  type: Attributes['providers']['provider'],
  [alias, uid]: readonly [string | null, string],
  connected: boolean | null,
): Row<'providers'> =>
  rowOf({
    type: 'providers',
    id,
    attributes: { provider: type, alias, uid, connection: { connected, last_checked_at: null } },
  })

export const providers = [
  provider('1', 'aws', ['Production', '123456789012'], true),
  provider('2', 'aws', ['Staging', '210987654321'], false),
  provider('3', 'kubernetes', [null, 'gke_example_europe-west3_main'], null),
  provider('4', 'alibabacloud', ['Archive', '1234567890123456'], null),
]

const resource = (
  name: string,
  [service, type]: readonly [string, string],
  region: string,
  failing: number,
  seen: number,
): Row<'resources'> =>
  rowOf({
    type: 'resources',
    id: name,
    attributes: {
      uid: `arn:aws:${service}:${region}:123456789012:${name}`,
      name,
      service,
      type,
      region,
      failed_findings_count: failing,
      inserted_at: before(90 * 86_400),
      updated_at: before(seen),
    } satisfies Partial<Attributes['resources']>,
  })

const bucket = ['s3', 'AwsS3Bucket'] as const
const user = ['iam', 'AwsIamUser'] as const
const instance = ['ec2', 'AwsEc2Instance'] as const

export const resources: readonly Row<'resources'>[] = [
  resource('customer-invoices', bucket, 'eu-central-1', 7, 240),
  resource('access-logs', bucket, 'eu-central-1', 2, 240),
  resource('website', bucket, 'us-east-1', 0, 240),
  resource('deploy', user, 'us-east-1', 12, 3_600),
  resource('ines.alvarez', user, 'us-east-1', 1, 3_600),
  resource('backup', user, 'us-east-1', 0, 3_600),
  resource('bastion', instance, 'eu-central-1', 4, 86_400),
  resource('build-agent-1', instance, 'eu-central-1', 3, 86_400),
  resource('build-agent-2', instance, 'eu-central-1', 3, 86_400),
  resource('a-name-that-is-much-longer-than-its-column-is-wide', instance, 'ap-southeast-2', 0, 0),
]
