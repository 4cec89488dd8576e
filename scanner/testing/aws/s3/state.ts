import type { PolicyDocument } from '../policy-document.ts'
import type { Tags } from '../tags.ts'

export interface S3 {
  /** The canonical user id of the account, as used in ACLs. */
  canonicalId: string
  publicAccessBlock: PublicAccessBlock | null
  buckets: Bucket[]
  /** Names of other accounts' buckets, which exist but are not accessible to this account. */
  foreignBuckets: string[]
  accessPoints: AccessPoint[]
  multiRegionAccessPoints: MultiRegionAccessPoint[]
}

export interface PublicAccessBlock {
  blockPublicAcls: boolean
  ignorePublicAcls: boolean
  blockPublicPolicy: boolean
  restrictPublicBuckets: boolean
}

export type AclPermission = 'FULL_CONTROL' | 'READ' | 'READ_ACP' | 'WRITE' | 'WRITE_ACP'

export interface Grant {
  /** A canonical id, one of the two groups beyond the account, or log delivery. */
  to: 'everyone' | 'any AWS user' | 'log delivery' | { canonicalId: string }
  permission: AclPermission
}

export interface Bucket {
  readonly name: string
  readonly region: string
  /** The owner account if it is another one, whose policies let this account read the bucket's settings. */
  owner?: string
  createdAt: Date
  acl: Grant[]
  policy: PolicyDocument | null
  publicAccessBlock: PublicAccessBlock | null
  encryption: {
    algorithm: 'AES256' | 'aws:kms' | 'aws:kms:dsse'
    keyArn?: string
    bucketKey: boolean
  } | null
  versioning: { status: 'Enabled' | 'Suspended'; mfaDelete: boolean } | null
  logging: { bucket: string; prefix: string } | null
  ownership: 'BucketOwnerEnforced' | 'BucketOwnerPreferred' | 'ObjectWriter' | null
  lifecycle: LifecycleRule[]
  replication: { role: string; rules: ReplicationRule[] } | null
  notifications: { topics: { arn: string; events: string[] }[]; eventBridge: boolean }
  objectLock: { mode?: 'GOVERNANCE' | 'COMPLIANCE'; days?: number } | null
  objects: StoredObject[]
  tags: Tags
}

export interface LifecycleRule {
  id: string
  enabled: boolean
  prefix: string
  expireAfterDays?: number
  transition?: { days: number; storageClass: string }
}

export interface ReplicationRule {
  id: string
  enabled: boolean
  destinationBucketArn: string
}

export interface StoredObject {
  key: string
  size: number
  modifiedAt: Date
  acl: Grant[]
}

export interface AccessPoint {
  readonly name: string
  readonly region: string
  bucket: string
  vpcId?: string
  createdAt: Date
  publicAccessBlock: PublicAccessBlock
}

export interface MultiRegionAccessPoint {
  readonly name: string
  readonly alias: string
  createdAt: Date
  status: 'READY' | 'CREATING'
  publicAccessBlock: PublicAccessBlock
  regions: { bucket: string; region: string }[]
}
