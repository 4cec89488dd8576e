/**
 * The state of one AWS account as plain data. Tests create and change it freely while the cloud runs: every response
 * reflects the current state.
 */
import type { Trail, TrailEvent } from './cloudtrail.state.ts'
import type { Ec2Region } from './ec2/state.ts'
import type { Iam } from './iam/state.ts'
import type { Key } from './kms.state.ts'
import type { PlainState } from './plain/index.ts'
import type { S3 } from './s3/state.ts'

export interface Account {
  readonly id: string
  alias: string | null
  credentials: Credential[]
  regions: Region[]
  /** Permissions that the account denies to every caller. */
  denied: Denial[]
  contact: Contact | null
  alternateContacts: Partial<Record<AlternateContactType, AlternateContact>>
  iam: Iam
  s3: S3
  /** By region; an enabled region without an entry is empty. */
  ec2: Record<string, Ec2Region>
  kms: Key[]
  trails: Trail[]
  /** Newest first. */
  events: TrailEvent[]
  /** State of read-only services, by region. */
  plain: Record<string, PlainState>
}

/** A long-lived access key that the cloud accepts, and its principal. */
export interface Credential {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly arn: string
  readonly userId: string
}

export interface Region {
  readonly name: string
  optIn: 'opt-in-not-required' | 'opted-in' | 'not-opted-in'
}

/** `action` as in a policy, `*` allowed; `resource` and `region` are globs over ARN and name. */
export interface Denial {
  action: string
  resource?: string
  region?: string
}

export interface Contact {
  fullName: string
  companyName?: string
  phoneNumber: string
  addressLine1: string
  city: string
  postalCode: string
  countryCode: string
  stateOrRegion?: string
  websiteUrl?: string
}

export type AlternateContactType = 'BILLING' | 'OPERATIONS' | 'SECURITY'

export interface AlternateContact {
  name: string
  title: string
  emailAddress: string
  phoneNumber: string
}

export const isEnabled = (region: Region): boolean => region.optIn !== 'not-opted-in'
