import type { Aws } from '../client.ts'
import type { PasswordRules, PoolDetails, Risks } from './resources.ts'

export interface ListedPool {
  Id: string
  Name: string
}

interface PasswordPolicy {
  MinimumLength?: number
  RequireLowercase?: boolean
  RequireUppercase?: boolean
  RequireNumbers?: boolean
  RequireSymbols?: boolean
  TemporaryPasswordValidityDays?: number
}

interface UserPool {
  Id?: string
  Policies?: { PasswordPolicy?: PasswordPolicy }
  DeletionProtection?: string
  MfaConfiguration?: string
  AdminCreateUserConfig?: { AllowAdminCreateUserOnly?: boolean }
  UserPoolAddOns?: { AdvancedSecurityMode?: string }
}

const describing = 'cognito-idp:DescribeUserPool'

export async function* pools(aws: Aws): AsyncGenerator<ListedPool> {
  const operation = 'cognito-idp:ListUserPools'
  const pages = aws.pages<{ UserPools?: ListedPool[] }>(operation, { MaxResults: 60 })
  for await (const { UserPools } of pages) {
    if (!UserPools) throw aws.broken(operation, 'UserPools')
    yield* UserPools
  }
}

function passwordsOf(aws: Aws, { Policies }: UserPool): PasswordRules {
  const it = Policies?.PasswordPolicy
  if (it?.MinimumLength === undefined) throw aws.broken(describing, 'PasswordPolicy')
  const must = (flag: boolean | undefined): boolean => {
    if (flag === undefined) throw aws.broken(describing, 'the rules for passwords')
    return flag
  }
  return {
    length: it.MinimumLength,
    lowercase: must(it.RequireLowercase),
    uppercase: must(it.RequireUppercase),
    numbers: must(it.RequireNumbers),
    symbols: must(it.RequireSymbols),
    temporary_days: it.TemporaryPasswordValidityDays ?? null,
  }
}

export async function detailsOf(aws: Aws, UserPoolId: string): Promise<PoolDetails> {
  const { UserPool: it } = await aws.call<{ UserPool?: UserPool }>(describing, { UserPoolId })
  if (!it?.Id) throw aws.broken(describing, 'UserPool')
  const admin = it.AdminCreateUserConfig?.AllowAdminCreateUserOnly
  return {
    // A pool without add-ons never had threat protection.
    threat_protection: it.UserPoolAddOns?.AdvancedSecurityMode ?? 'OFF',
    mfa: it.MfaConfiguration ?? null,
    deletion_protection:
      it.DeletionProtection === undefined ? null : it.DeletionProtection === 'ACTIVE',
    self_registration: admin === undefined ? null : !admin,
    passwords: passwordsOf(aws, it),
  }
}

interface RiskConfiguration {
  UserPoolId?: string
  CompromisedCredentialsRiskConfiguration?: {
    EventFilter?: string[]
    Actions?: { EventAction?: string }
  }
  AccountTakeoverRiskConfiguration?: {
    Actions?: Partial<Record<'LowAction' | 'MediumAction' | 'HighAction', { EventAction?: string }>>
  }
}

const levels = ['LowAction', 'MediumAction', 'HighAction'] as const

export async function risksOf(aws: Aws, UserPoolId: string): Promise<Risks> {
  const operation = 'cognito-idp:DescribeRiskConfiguration'
  const { RiskConfiguration: it } = await aws.call<{ RiskConfiguration?: RiskConfiguration }>(
    operation,
    { UserPoolId },
  )
  if (!it?.UserPoolId) throw aws.broken(operation, 'RiskConfiguration')
  const leaked = it.CompromisedCredentialsRiskConfiguration
  // An absent or empty filter means all kinds of events; unset actions have no effect.
  const events = leaked?.EventFilter ?? []
  const atSignIn = events.length === 0 || events.includes('SIGN_IN')
  const takeover = it.AccountTakeoverRiskConfiguration?.Actions
  return {
    leaked_password: atSignIn && leaked?.Actions?.EventAction === 'BLOCK' ? 'BLOCK' : 'NO_ACTION',
    actions: takeover ? levels.map((level) => takeover[level]?.EventAction ?? 'NO_ACTION') : [],
  }
}
