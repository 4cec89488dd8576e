import type { Found } from './operations.ts'

export interface Partition {
  readonly name: string
  readonly suffix: string
  /** The region in which global services are called and signed for. */
  readonly home: string
}

const aws: Partition = { name: 'aws', suffix: 'amazonaws.com', home: 'us-east-1' }

/** The other partitions by the prefix of their region names, as in AWS's clients (November 2026). */
const others: readonly (Partition & { readonly regions: string })[] = [
  { regions: 'cn-', name: 'aws-cn', suffix: 'amazonaws.com.cn', home: 'cn-north-1' },
  { regions: 'us-gov-', name: 'aws-us-gov', suffix: 'amazonaws.com', home: 'us-gov-west-1' },
  { regions: 'eusc-', name: 'aws-eusc', suffix: 'amazonaws.eu', home: 'eusc-de-east-1' },
  { regions: 'us-iso-', name: 'aws-iso', suffix: 'c2s.ic.gov', home: 'us-iso-east-1' },
  { regions: 'us-isob-', name: 'aws-iso-b', suffix: 'sc2s.sgov.gov', home: 'us-isob-east-1' },
  { regions: 'eu-isoe-', name: 'aws-iso-e', suffix: 'cloud.adc-e.uk', home: 'eu-isoe-west-1' },
  { regions: 'us-isof-', name: 'aws-iso-f', suffix: 'csp.hci.ic.gov', home: 'us-isof-south-1' },
]

/** Hosts of every partition, as suffixes. */
export const hosts: readonly string[] = [
  ...new Set([aws, ...others].map(({ suffix }) => `.${suffix}`)),
]

/** Region names become parts of host names, and some come from responses, so only valid names are accepted. */
export const isRegion = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,4}(-[a-z]{2,12}){1,3}-\d{1,2}$/.test(value)

export const partitionOfRegion = (region: string): Partition =>
  others.find(({ regions }) => region.startsWith(regions)) ?? aws

/** The partition that an ARN names; null if it is unknown. */
export const partitionOfArn = (arn: string): Partition | null => {
  const [, name] = arn.split(':')
  return [aws, ...others].find((it) => it.name === name) ?? null
}

export interface Endpoint {
  /** Without a trailing slash. */
  readonly origin: string
  readonly region: string
  /** True if the bucket is in the path, not in the host. */
  readonly pathStyle: boolean
}

/**
 * The hosts of IAM, CloudFront and Route 53 exist once per partition; account, organizations and route53domains have
 * one region each.
 */
function globalHost(service: string, { name, suffix, home }: Partition): [string, string] | null {
  if (service === 'iam') {
    if (name === 'aws') return [`iam.${suffix}`, home]
    return [name === 'aws-us-gov' ? `iam.us-gov.${suffix}` : `iam.${home}.${suffix}`, home]
  }
  if (service === 'account' || service === 'organizations') {
    const region = name === 'aws-cn' ? 'cn-northwest-1' : home
    return [`${service}.${region}.${suffix}`, region]
  }
  if (service === 'cloudfront') {
    if (name === 'aws') return [`cloudfront.${suffix}`, home]
    const region = name === 'aws-cn' ? 'cn-northwest-1' : home
    return [`cloudfront.${region}.${suffix}`, region]
  }
  if (service === 'route53') {
    const region = name === 'aws-cn' ? 'cn-northwest-1' : home
    return [name === 'aws-us-gov' ? `route53.us-gov.${suffix}` : `route53.${suffix}`, region]
  }
  // Domains are registered in one region of the commercial partition only.
  if (service === 'route53domains') return [`route53domains.${home}.${suffix}`, home]
  return null
}

/** A bucket name that can be a host label under the wildcard certificate: no dots, no upper case. */
const hostable = (bucket: string): boolean => /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)

/**
 * The URL of a call and the region to sign it for. An endpoint of the operator serves all services, by path: without a
 * bucket or an account id in front of its host.
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
