import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Origin {
  readonly id: string
  readonly domain: string
  /** A bucket, another server, or something inside a VPC. */
  readonly kind: 's3' | 'custom' | 'vpc'
  /** The bucket that the domain belongs to, also if configured as a custom origin; null for other domains. */
  readonly bucket: string | null
  readonly access_control: string | null
  /** The older identity for requests to a bucket. */
  readonly access_identity: string | null
  /** http-only, https-only or match-viewer; null if it is not a custom origin. */
  readonly protocol_policy: string | null
  readonly ssl_protocols: readonly string[]
}

/** The settings for requests of a path; `*` is the default. */
export interface Behavior {
  readonly path: string
  /** The id of an origin, or of a group of them. */
  readonly target: string
  /** allow-all, https-only or redirect-to-https. */
  readonly viewer_policy: string
  readonly field_encryption: string | null
  readonly realtime_logs: boolean
}

export interface Certificate {
  /** True for the certificate of cloudfront.net. */
  readonly is_default: boolean
  /** sni-only, vip or static-ip; null with the default certificate. */
  readonly support_method: string | null
  readonly min_version: string
}

export interface Distribution extends Resource {
  /** A disabled distribution serves no clients. */
  readonly enabled: boolean
  readonly origins: readonly Origin[]
  readonly groups: readonly { readonly id: string; readonly members: readonly string[] }[]
  readonly behaviors: readonly Behavior[]
  readonly certificate: Certificate
  /** none, whitelist or blacklist. */
  readonly geo_restriction: string
  readonly web_acl: string | null
  readonly default_root_object: Maybe<string | null>
  /** The request logging; null if requests are not logged. */
  readonly logging: Maybe<string | null>
  /** Nonexistent buckets of origins. */
  readonly missing_buckets: Maybe<readonly string[]>
  /** Domains of buckets whose access control signs nothing. */
  readonly unsigned: Maybe<readonly string[]>
}

export interface CloudFront {
  distributions: Distribution
}

export const check = checkFor<CloudFront>()

/** Up to ten, as the end of a sentence. */
export const list = (names: readonly string[]): string => names.slice(0, 10).join(', ')
