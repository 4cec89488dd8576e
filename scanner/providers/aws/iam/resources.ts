import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

/** A slot with an access key. Times are ISO 8601 texts; null: never, or AWS does not know. */
export interface AccessKey {
  readonly slot: 1 | 2
  readonly active: boolean
  /** The time when the key was created: a key is rotated by creating another. */
  readonly rotated_at: string | null
  readonly used_at: string | null
}

/** One line of the credential report, which AWS regenerates at most every four hours. */
export interface Credentials {
  /** The time when the report was generated; null if AWS omits it. */
  readonly reported_at: string | null
  readonly created_at: string | null
  readonly password: boolean
  readonly password_used_at: string | null
  readonly password_changed_at: string | null
  readonly mfa: boolean
  readonly access_keys: readonly AccessKey[]
}

export interface AttachedPolicy {
  readonly name: string
  readonly uid: string
}

/** Fields shared by users, groups and roles. */
export interface Principal extends Resource {
  readonly attached_policies: readonly AttachedPolicy[]
  /** Names of the principal's inline policies. */
  readonly inline_policies: readonly string[]
}

export interface User extends Principal {
  /** Names of the groups. */
  readonly groups: readonly string[]
  readonly credentials: Maybe<Credentials>
  /** Serial numbers of the MFA devices; those of security keys and virtual devices are ARNs. */
  readonly mfa_devices: Maybe<readonly string[]>
}

/** A user, or the root user, whose password the report omits (null). */
export interface KeyHolder extends Resource {
  readonly credentials: Maybe<Omit<Credentials, 'password'> & { readonly password: boolean | null }>
}

export type Group = Principal

export interface Role extends Principal {
  readonly trust: Maybe<readonly Statement[]>
}

/** The root user; its `name` is its name in the credential report. */
export interface Root extends Resource {
  /** The report omits whether there is a password; the summary contains it. */
  readonly credentials: Maybe<Omit<Credentials, 'password' | 'password_changed_at'>>
  /** From the account summary, which is always current. */
  readonly summary: Maybe<{
    readonly mfa: boolean
    readonly access_keys: boolean
    /** Null if the summary omits it. */
    readonly password: boolean | null
  }>
  /**
   * Features that the organization has enabled for the root users of its accounts; null if this account is not the
   * management account of an organization.
   */
  readonly organization_features: Maybe<readonly string[] | null>
  /** True if one of the root user's MFA devices is an authenticator app. */
  readonly virtual_mfa: Maybe<boolean>
}

export interface PasswordRules {
  readonly minimum_length: number
  readonly symbols: boolean
  readonly numbers: boolean
  readonly uppercase: boolean
  readonly lowercase: boolean
  /** Days after which a password expires; null: never. */
  readonly max_age: number | null
  /** The number of former passwords that may not be reused; 0 if none is remembered. */
  readonly remembered: number
}

/** The account's rules for passwords of users; its `name` is the account id. */
export interface PasswordPolicy extends Resource {
  /** Null if not set, so that AWS's default rules apply. */
  readonly rules: Maybe<PasswordRules | null>
}

/** A managed policy in its default version. */
export interface Policy extends Resource {
  /** The number of users, groups and roles that it is attached to. */
  readonly attachments: number
  readonly statements: Maybe<readonly Statement[]>
}

/** An inline policy of one user, group or role. */
export interface InlinePolicy extends Resource {
  readonly holder: { readonly kind: 'user' | 'group' | 'role'; readonly name: string }
  readonly statements: Maybe<readonly Statement[]>
}

export interface Holders {
  readonly users: readonly string[]
  readonly groups: readonly string[]
  readonly roles: readonly string[]
}

/** An AWS managed policy and its holders; null if this partition does not have it. */
export interface Holding extends Resource {
  readonly holders: Maybe<Holders | null>
}

/** Identity providers of SAML that this account trusts; its `name` is the account id. */
export interface Federation extends Resource {
  readonly providers: Maybe<
    readonly { readonly uid: string; readonly valid_until: string | null }[]
  >
}

export interface ServerCertificate extends Resource {
  readonly expires_at: Maybe<string>
}

export interface Iam {
  roots: Root
  passwordPolicies: PasswordPolicy
  users: User
  keyHolders: KeyHolder
  groups: Group
  roles: Role
  /** The account's own policies. */
  policies: Policy
  /** AWS managed policies in use by the account. */
  awsPolicies: Policy
  inlinePolicies: InlinePolicy
  supportAccess: Holding
  securityAudit: Holding
  cloudShellAccess: Holding
  federations: Federation
  serverCertificates: ServerCertificate
}

export const check = checkFor<Iam>()
