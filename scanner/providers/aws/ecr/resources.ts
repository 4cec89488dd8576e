import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Repository extends Resource {
  /** MUTABLE or IMMUTABLE, each also with exclusions. */
  readonly tag_mutability: string
  /** Null without a lifecycle policy. */
  readonly lifecycle_rules: Maybe<number | null>
  /** Null without a policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  /** SCAN_ON_PUSH, CONTINUOUS_SCAN or MANUAL: the result of its setting and the registry’s. */
  readonly scan_frequency: Maybe<string>
  /** The scan of the last pushed image; null without images. */
  readonly newest_scan: Maybe<NewestScan | null>
}

export interface NewestScan {
  /** The digest of the image: `sha256:…`. */
  readonly digest: string
  /** COMPLETE, ACTIVE, FAILED and others; null if never scanned. */
  readonly status: string | null
  readonly counts: Readonly<Record<string, number>>
}

/** The registry of a region with repositories. */
export interface Registry extends Resource {
  /** BASIC or ENHANCED. */
  readonly scan_type: string
  readonly rules: readonly { readonly frequency: string; readonly filters: readonly string[] }[]
}

export interface Ecr {
  repositories: Repository
  registries: Registry
}

export const check = checkFor<Ecr>()

/** Frequencies with which images are scanned automatically. */
export const scansNewImages = (frequency: string): boolean =>
  frequency === 'SCAN_ON_PUSH' || frequency === 'CONTINUOUS_SCAN'
