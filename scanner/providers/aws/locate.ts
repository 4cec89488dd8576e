import type { Location } from '../../kit/index.ts'

/** Which service and kind an ARN's resource part means. Longer prefixes come first where one holds another. */
const kinds: readonly {
  service: string
  prefix: string
  in: string
  kind: string
  global?: true
}[] = [
  { service: 's3', prefix: 'accesspoint/', in: 's3', kind: 'accessPoints', global: true },
  { service: 's3', prefix: 'account', in: 's3', kind: 'accounts', global: true },
  { service: 'kms', prefix: 'key/', in: 'kms', kind: 'keys' },
  { service: 'cloudtrail', prefix: 'trail/', in: 'cloudtrail', kind: 'trails' },
  { service: 'cloudtrail', prefix: 'trail', in: 'cloudtrail', kind: 'regions' },
  { service: 'iam', prefix: 'root', in: 'account', kind: 'accounts', global: true },
  { service: 'iam', prefix: 'user/', in: 'iam', kind: 'users', global: true },
  { service: 'iam', prefix: 'role/', in: 'iam', kind: 'roles', global: true },
  { service: 'iam', prefix: 'group/', in: 'iam', kind: 'groups', global: true },
  { service: 'iam', prefix: 'policy/', in: 'iam', kind: 'policies', global: true },
  { service: 'ec2', prefix: 'instance/', in: 'ec2', kind: 'instances' },
  { service: 'ec2', prefix: 'security-group/', in: 'ec2', kind: 'securityGroups' },
  { service: 'ec2', prefix: 'volume/', in: 'ec2', kind: 'volumes' },
  { service: 'ec2', prefix: 'snapshot/', in: 'ec2', kind: 'snapshots' },
  { service: 'ec2', prefix: 'image/', in: 'ec2', kind: 'images' },
  { service: 'ec2', prefix: 'network-acl/', in: 'ec2', kind: 'networkAcls' },
  { service: 'ec2', prefix: 'elastic-ip/', in: 'ec2', kind: 'addresses' },
  { service: 'ec2', prefix: 'launch-template/', in: 'ec2', kind: 'launchTemplates' },
  { service: 'ec2', prefix: 'account', in: 'ec2', kind: 'settings' },
]

/** Where the thing of an ARN lives; null for what is no ARN or names a kind no scan looks at. */
export function locate(uid: string): Location | null {
  const [arn, partition, service, region, account, ...rest] = uid.split(':')
  const resource = rest.join(':')
  if (arn !== 'arn' || !partition?.startsWith('aws') || !resource) return null
  if (service === 's3' && !region && !account) {
    return { service: 's3', kind: 'buckets', region: null, account: null }
  }
  const known = kinds.find((it) => it.service === service && resource.startsWith(it.prefix))
  if (!known) return null
  return {
    service: known.in,
    kind: known.kind,
    region: known.global ? null : region || null,
    account: account || null,
  }
}
