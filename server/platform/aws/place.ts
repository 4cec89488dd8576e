/** Where a bucket is: the host, and the region that requests are signed for. */
import { isRegion, partitionOfRegion } from '@plumbline/scanner/aws'
import type { HttpAnswer } from '@plumbline/scanner/kit'

/** Receives requests without a configured region: it knows all buckets of its partition. */
export const firstRegion = 'us-east-1'

export const hostOf = (service: string, region: string): string =>
  `${service}.${region}.${partitionOfRegion(region).suffix}`

/** A name that can be a host label under the wildcard certificate: no dots, no upper case. */
const isHostable = (bucket: string): boolean => /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)

/** A host of AWS's own S3, in any of its spellings: `s3.amazonaws.com`, `s3.dualstack.eu-west-1.amazonaws.com` … */
const awsHost = /^s3(?:[.-](?:dualstack\.)?([a-z0-9-]+))?\.amazonaws\.(?:com|com\.cn|eu)$/

/** Whether it is AWS's S3, which has a host for each region; others stay where they were named. */
export const isAws = (endpoint: string | null): boolean =>
  endpoint === null || awsHost.test(new URL(endpoint).hostname)

export interface Place {
  /** Scheme and host. */
  readonly origin: string
  /** Before the keys of objects. */
  readonly path: string
}

/**
 * Where requests for a bucket are sent. `endpoint` is a configured store, addressed in path style, which all stores
 * support; null for AWS. `isLearned`: the region is not the one that was first assumed.
 */
export function placeOf(
  bucket: string,
  { region, isLearned }: { readonly region: string; readonly isLearned: boolean },
  endpoint: string | null,
): Place {
  const host = hostOf('s3', region)
  if (endpoint === null && isHostable(bucket))
    return { origin: `https://${bucket}.${host}`, path: '' }
  const named = endpoint === null ? null : new URL(endpoint)
  const isMoved =
    isLearned && isAws(endpoint) && awsHost.exec(named?.hostname ?? '')?.[1] !== region
  const origin = named === null || isMoved ? `https://${host}` : named.origin
  return { origin, path: `/${bucket}` }
}

const isLabel = (region: string): boolean => /^[\w-]{1,64}$/.test(region)

/**
 * The region that an answer names beside a refusal: the bucket is there. Names become parts of hosts, so of AWS
 * nothing passes that is not one of a region; another store may call its own as it likes.
 */
export function namedRegion(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  error: { readonly Region?: string; readonly Endpoint?: string },
  endpoint: string | null,
): string | null {
  if (![301, 307, 400, 403].includes(status)) return null
  const [, fromHost] = /\bs3[.-]([a-z0-9-]+)\.amazonaws\./.exec(error.Endpoint ?? '') ?? []
  const named = headers['x-amz-bucket-region'] || error.Region || fromHost
  if (named === undefined) return null
  return (isAws(endpoint) ? isRegion(named) : isLabel(named)) ? named : null
}
