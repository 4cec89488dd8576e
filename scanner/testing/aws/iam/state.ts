import type { PolicyDocument } from '../policy-document.ts'
import type { Tags } from '../tags.ts'

export interface Iam {
  root: Root
  users: User[]
  groups: Group[]
  roles: Role[]
  /** Policies of the account and of AWS; those of AWS have `aws` as account in their ARN. */
  policies: Policy[]
  passwordPolicy: PasswordPolicy | null
  serverCertificates: ServerCertificate[]
  samlProviders: { name: string; createdAt: Date; validUntil: Date }[]
  /** Virtual devices that are not activated. */
  spareMfaDevices: string[]
  /** Enabled organization features, or null if the account is in no organization. */
  organizationFeatures: ('RootCredentialsManagement' | 'RootSessions')[] | null
  /** A report is requested, is ready after a few polls, and then stays. */
  credentialReport: { asked: boolean; pollsLeft: number; generatedAt: Date | null }
}

export interface Root {
  mfa: 'none' | 'virtual' | 'hardware'
  createdAt: Date
  passwordLastUsedAt: Date | null
  /** False once the organization has removed the root password. */
  hasPassword: boolean
  accessKeys: AccessKey[]
}

export interface AccessKey {
  readonly id: string
  active: boolean
  createdAt: Date
  lastUsed: { at: Date; region: string; service: string } | null
}

export interface MfaDevice {
  readonly serial: string
  kind: 'virtual' | 'hardware'
  enabledAt: Date
}

interface Principal {
  readonly name: string
  readonly id: string
  path: string
  createdAt: Date
  attachedPolicies: string[]
  inlinePolicies: Record<string, PolicyDocument>
}

export interface User extends Principal {
  /** Console access, or null without a password. */
  console: { createdAt: Date; changedAt: Date; lastUsedAt: Date | null } | null
  accessKeys: AccessKey[]
  mfaDevices: MfaDevice[]
  groups: string[]
  permissionsBoundary?: string
  tags: Tags
}

export type Group = Principal

export interface Role extends Principal {
  trust: PolicyDocument
  description: string
  maxSessionSeconds: number
  lastUsed: { at: Date; region: string } | null
  permissionsBoundary?: string
  tags: Tags
}

export interface Policy {
  readonly arn: string
  readonly name: string
  readonly id: string
  path: string
  description: string
  createdAt: Date
  updatedAt: Date
  defaultVersion: string
  versions: { id: string; createdAt: Date; document: PolicyDocument }[]
}

export interface PasswordPolicy {
  minimumLength: number
  requireSymbols: boolean
  requireNumbers: boolean
  requireUppercase: boolean
  requireLowercase: boolean
  allowUsersToChange: boolean
  maxAgeDays?: number
  reusePrevention?: number
  hardExpiry?: boolean
}

export interface ServerCertificate {
  readonly name: string
  readonly id: string
  uploadedAt: Date
  expiresAt: Date
}
