import type { Location } from '../../kit/index.ts'

/** An ARN's service and the start of its resource part (all of it, unless it ends in a slash), and what that is here. */
interface Row {
  readonly service: string
  readonly resource: string
  /** The kinds of records that carry such an ARN, as `service/kind`: more than one check may look at it. */
  readonly kinds: readonly string[]
  /** Looked at by the one unit of a service that has no regions, whatever region the ARN names. */
  readonly global?: true
}

const regional = (service: string, kinds: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(kinds).map(([resource, kind]) => ({
    service,
    resource,
    kinds: [`${service}/${kind}`],
  }))

const global = (service: string, kinds: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(kinds).map(([resource, kind]) => ({
    service,
    resource,
    kinds: [`${service}/${kind}`],
    global: true,
  }))

const rows: readonly Row[] = [
  ...global('s3', { 'accesspoint/': 'accessPoints', account: 'accounts' }),
  ...regional('kms', { 'key/': 'keys' }),
  ...regional('cloudtrail', { 'trail/': 'trails', trail: 'regions' }),
  { service: 'iam', resource: 'root', kinds: ['account/accounts', 'iam/roots'], global: true },
  ...global('iam', {
    'password-policy': 'passwordPolicies',
    'saml-providers': 'federations',
    'user/': 'users',
    'group/': 'groups',
    'role/': 'roles',
    'policy/': 'policies',
    'inline-policy/': 'inlinePolicies',
    'server-certificate/': 'serverCertificates',
  }),
  ...regional('ec2', {
    account: 'settings',
    'security-group/': 'securityGroups',
    'network-acl/': 'networkAcls',
    'elastic-ip/': 'addresses',
    'instance/': 'instances',
    'launch-template/': 'launchTemplates',
    'image/': 'images',
    'volume/': 'volumes',
    'snapshot/': 'snapshots',
  }),
]

/** AWS's own policies that are looked at by themselves, held or not. */
const named: Readonly<Record<string, string>> = {
  AWSCloudShellFullAccess: 'cloudShellAccess',
  AWSSupportAccess: 'supportAccess',
  SecurityAudit: 'securityAudit',
}

function awsPolicy(resource: string): Row | undefined {
  if (!resource.startsWith('policy/')) return undefined
  const kind = named[resource.slice('policy/'.length)]
  const kinds = kind ? ['iam/awsPolicies', `iam/${kind}`] : ['iam/awsPolicies']
  return { service: 'iam', resource, kinds, global: true }
}

const rowOf = (service: string, account: string, resource: string): Row | undefined =>
  service === 'iam' && account === 'aws'
    ? awsPolicy(resource)
    : rows.find(
        (row) =>
          row.service === service &&
          (row.resource.endsWith('/')
            ? resource.startsWith(row.resource)
            : resource === row.resource),
      )

/** Where the thing of an ARN lives; nowhere when it is no ARN, or one of a kind no scan looks at. */
export function locate(uid: string): readonly Location[] {
  const [arn, partition, service, region, account, ...rest] = uid.split(':')
  const resource = rest.join(':')
  if (arn !== 'arn' || !partition?.startsWith('aws') || !service || !resource) return []
  if (service === 's3' && !region && !account) {
    return [{ service: 's3', kind: 'buckets', region: null, account: null }]
  }
  const row = rowOf(service, account ?? '', resource)
  return (row?.kinds ?? []).map((place) => {
    const [found = '', kind = ''] = place.split('/')
    return {
      service: found,
      kind,
      region: row?.global ? null : region || null,
      // Images and snapshots name no account, and AWS's policies are everybody's.
      account: account === 'aws' ? null : account || null,
    }
  })
}
