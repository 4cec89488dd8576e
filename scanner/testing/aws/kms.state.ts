import type { PolicyDocument } from './policy-document.ts'
import type { Tags } from './tags.ts'

/** A KMS key of one region. */
export interface Key {
  readonly id: string
  readonly region: string
  description: string
  manager: 'CUSTOMER' | 'AWS'
  state: 'Enabled' | 'Disabled' | 'PendingDeletion' | 'PendingImport'
  spec: 'SYMMETRIC_DEFAULT' | 'RSA_2048' | 'ECC_NIST_P256' | 'HMAC_256'
  usage: 'ENCRYPT_DECRYPT' | 'SIGN_VERIFY' | 'GENERATE_VERIFY_MAC'
  origin: 'AWS_KMS' | 'EXTERNAL' | 'AWS_CLOUDHSM'
  multiRegion: boolean
  createdAt: Date
  /** Only while `PendingDeletion`. */
  deletionDate?: Date
  /** Days between rotations, or null if the key is not rotated. */
  rotationPeriodDays: number | null
  policy: PolicyDocument
  /** With the `alias/` prefix. */
  aliases: string[]
  tags: Tags
}
