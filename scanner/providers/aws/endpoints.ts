import type { Found } from './operations.ts'

export interface Partition {
  readonly name: string
  readonly suffix: string
  /** Where global services are asked and signed for. */
  readonly home: string
}

const aws: Partition = { name: 'aws', suffix: 'amazonaws.com', home: 'us-east-1' }
const china: Partition = { name: 'aws-cn', suffix: 'amazonaws.com.cn', home: 'cn-north-1' }
const gov: Partition = { name: 'aws-us-gov', suffix: 'amazonaws.com', home: 'us-gov-west-1' }

/** Region names become parts of hosts, and some of them come from answers: nothing else gets through. */
export const isRegion = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,4}(-[a-z]{2,12}){1,3}-\d{1,2}$/.test(value)

export const partitionOfRegion = (region: string): Partition =>
  region.startsWith('cn-') ? china : region.startsWith('us-gov-') ? gov : aws

export const partitionOfArn = (arn: string): Partition =>
  arn.startsWith('arn:aws-cn:') ? china : arn.startsWith('arn:aws-us-gov:') ? gov : aws

export interface Endpoint {
  /** Without a trailing slash. */
  readonly origin: string
  readonly region: string
  /** True when the bucket stands in the path, not in the host. */
  readonly pathStyle: boolean
}

/** IAM's host is one per partition; the account service has one region per partition. */
function globalHost(service: string, { name, suffix, home }: Partition): [string, string] | null {
  if (service === 'iam') {
    if (name === 'aws') return [`iam.${suffix}`, home]
    return [name === 'aws-cn' ? `iam.${home}.${suffix}` : `iam.us-gov.${suffix}`, home]
  }
  if (service === 'account') {
    const region = name === 'aws-cn' ? 'cn-northwest-1' : home
    return [`account.${region}.${suffix}`, region]
  }
  return null
}

/** A bucket name that can be a host label under the wildcard certificate: no dots, no upper case. */
const hostable = (bucket: string): boolean => /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)

/**
 * Where a call goes and which region it is signed for. An operator's own endpoint serves all
 * services, by path: no bucket and no account id in front of its host.
 */
export function endpointOf(
  { serviceName, service }: Found,
  region: string,
  { bucket, accountId }: { bucket: string | null; accountId: string | null },
  override: string | null,
): Endpoint {
  const partition = partitionOfRegion(region)
  const [host, signed] = globalHost(serviceName, partition) ?? [
    `${service.endpointPrefix}.${region}.${partition.suffix}`,
    region,
  ]
  if (override) return { origin: override.replace(/\/+$/, ''), region: signed, pathStyle: true }
  if (serviceName === 's3' && bucket !== null && hostable(bucket)) {
    return { origin: `https://${bucket}.${host}`, region: signed, pathStyle: false }
  }
  const prefix = serviceName === 's3control' && accountId ? `${accountId}.` : ''
  return { origin: `https://${prefix}${host}`, region: signed, pathStyle: true }
}
