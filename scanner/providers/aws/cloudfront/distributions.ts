// Converts CloudFront's lists to records. Its lists come with their counts, and are omitted if empty.
import { complete, type Incomplete } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Behavior, Certificate, Distribution, Origin } from './resources.ts'

interface Items<T> {
  Items?: T[]
  Quantity?: string
}

interface ListedBehavior {
  PathPattern?: string
  TargetOriginId?: string
  ViewerProtocolPolicy?: string
  FieldLevelEncryptionId?: string
  RealtimeLogConfigArn?: string
}

interface ListedOrigin {
  Id?: string
  DomainName?: string
  OriginAccessControlId?: string
  S3OriginConfig?: { OriginAccessIdentity?: string }
  CustomOriginConfig?: { OriginProtocolPolicy?: string; OriginSslProtocols?: Items<string> }
  VpcOriginConfig?: object
}

interface Listed {
  Id?: string
  ARN?: string
  Enabled?: boolean
  Origins?: Items<ListedOrigin>
  OriginGroups?: Items<{ Id?: string; Members?: Items<{ OriginId?: string }> }>
  DefaultCacheBehavior?: ListedBehavior
  CacheBehaviors?: Items<ListedBehavior>
  ViewerCertificate?: {
    CloudFrontDefaultCertificate?: boolean
    ACMCertificateArn?: string
    IAMCertificateId?: string
    SSLSupportMethod?: string
    MinimumProtocolVersion?: string
  }
  Restrictions?: { GeoRestriction?: { RestrictionType?: string } }
  WebACLId?: string
}

export type Fixed = Omit<
  Distribution,
  'region' | 'default_root_object' | 'logging' | 'missing_buckets' | 'unsigned'
> & { readonly id: string }

const call = 'cloudfront:ListDistributions'

/** The bucket in the name of its endpoint or website endpoint. */
const bucketOf = (domain: string): string | null =>
  /^(.+?)\.s3(?:-website)?(?:[.-](?:dualstack\.)?[a-z0-9-]+)?\.amazonaws\.com(?:\.cn)?$/.exec(
    domain.toLowerCase(),
  )?.[1] ?? null

function itemsOf<T>(aws: Aws, list: Items<T> | undefined): readonly T[] {
  if (list && !list.Items && list.Quantity !== '0') throw aws.broken(call, 'Items')
  return list?.Items ?? []
}

function originOf(aws: Aws, it: ListedOrigin): Origin {
  const { Id: id, DomainName: domain, CustomOriginConfig: custom } = it
  if (!id || !domain) throw aws.broken(call, 'Origin')
  if (!it.S3OriginConfig && !it.VpcOriginConfig && !custom?.OriginProtocolPolicy)
    throw aws.broken(call, 'OriginProtocolPolicy')
  if (custom && !custom.OriginSslProtocols?.Items) throw aws.broken(call, 'OriginSslProtocols')
  return {
    id,
    domain,
    bucket: it.VpcOriginConfig ? null : bucketOf(domain),
    kind: it.S3OriginConfig ? 's3' : custom ? 'custom' : 'vpc',
    access_control: it.OriginAccessControlId || null,
    access_identity: it.S3OriginConfig?.OriginAccessIdentity || null,
    protocol_policy: custom?.OriginProtocolPolicy ?? null,
    ssl_protocols: custom?.OriginSslProtocols?.Items ?? [],
  }
}

function behaviorOf(aws: Aws, path: string, it: ListedBehavior | undefined): Behavior {
  const { TargetOriginId: target, ViewerProtocolPolicy: policy } = it ?? {}
  if (!target || !policy) throw aws.broken(call, 'CacheBehavior')
  return {
    path,
    target,
    viewer_policy: policy,
    field_encryption: it?.FieldLevelEncryptionId || null,
    realtime_logs: Boolean(it?.RealtimeLogConfigArn),
  }
}

function certificateOf(aws: Aws, { ViewerCertificate: it }: Listed): Certificate {
  const isCustom = Boolean(it?.ACMCertificateArn || it?.IAMCertificateId)
  // Without a custom certificate, the certificate is that of cloudfront.net.
  const isDefault = it?.CloudFrontDefaultCertificate ?? it === undefined
  if (!isDefault && !isCustom) throw aws.broken(call, 'ViewerCertificate')
  return {
    is_default: isDefault,
    support_method: isDefault ? null : it?.SSLSupportMethod || null,
    min_version: it?.MinimumProtocolVersion || 'TLSv1',
  }
}

function recordOf(aws: Aws, it: Listed): Fixed {
  const { Id: id, ARN: uid, Enabled: enabled, CacheBehaviors } = it
  const origins = it.Origins?.Items
  const restriction = it.Restrictions?.GeoRestriction?.RestrictionType
  const isComplete = id && uid && enabled !== undefined && origins && CacheBehaviors
  if (!isComplete || !restriction) throw aws.broken(call, 'the required fields of a distribution')
  return {
    uid,
    name: id,
    id,
    enabled,
    origins: origins.map((origin) => originOf(aws, origin)),
    groups: itemsOf(aws, it.OriginGroups).map((group) => ({
      id: group.Id ?? '',
      members: itemsOf(aws, group.Members).map(({ OriginId }) => OriginId ?? ''),
    })),
    behaviors: [
      behaviorOf(aws, '*', it.DefaultCacheBehavior),
      ...itemsOf(aws, CacheBehaviors).map((behavior) =>
        behaviorOf(aws, behavior.PathPattern ?? '', behavior),
      ),
    ],
    certificate: certificateOf(aws, it),
    geo_restriction: restriction,
    web_acl: it.WebACLId || null,
  }
}

export async function* distributions(aws: Aws): AsyncGenerator<Fixed | Incomplete> {
  type Page = { DistributionList?: Items<Listed> }
  for await (const { DistributionList: page } of aws.pages<Page>(call)) {
    if (!page) throw aws.broken(call, 'DistributionList')
    for (const it of itemsOf(aws, page)) yield complete(it, () => recordOf(aws, it))
  }
}
