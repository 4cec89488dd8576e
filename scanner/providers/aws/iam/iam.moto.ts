import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  AddUserToGroupCommand,
  AttachGroupPolicyCommand,
  AttachRolePolicyCommand,
  CreateAccessKeyCommand,
  CreateGroupCommand,
  CreateLoginProfileCommand,
  CreatePolicyCommand,
  CreateRoleCommand,
  CreateUserCommand,
  CreateVirtualMFADeviceCommand,
  EnableMFADeviceCommand,
  IAMClient,
  PutUserPolicyCommand,
  UpdateAccountPasswordPolicyCommand,
} from '@aws-sdk/client-iam'
import { gives, motoAccount } from '../../../testing/moto.ts'
import iam from './index.ts'

const { id, settings, scanned } = await motoAccount('200000000106')
const client = new IAMClient(settings)
const checks = iam.checks.map((check) => check.id)
const own = (policy: string) => `arn:aws:iam::${id}:policy/${policy}`
const everything = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
})

async function user(UserName: string): Promise<void> {
  await client.send(new CreateUserCommand({ UserName }))
  await client.send(new CreateLoginProfileCommand({ UserName, Password: 'Correct-horse-9' }))
}

async function guard(UserName: string): Promise<void> {
  const { VirtualMFADevice } = await client.send(
    new CreateVirtualMFADeviceCommand({ VirtualMFADeviceName: UserName }),
  )
  const codes = { AuthenticationCode1: '123456', AuthenticationCode2: '654321' }
  const { SerialNumber } = VirtualMFADevice ?? {}
  await client.send(new EnableMFADeviceCommand({ UserName, SerialNumber, ...codes }))
}

async function fill(): Promise<void> {
  for (const name of ['careful', 'careless']) await user(name)
  await guard('careful')
  for (let n = 0; n < 2; n++) {
    await client.send(new CreateAccessKeyCommand({ UserName: 'careless' }))
  }
  await client.send(
    new PutUserPolicyCommand({
      UserName: 'careless',
      PolicyName: 'all of it',
      PolicyDocument: everything,
    }),
  )
  for (const PolicyName of ['held', 'shared', 'spare']) {
    await client.send(new CreatePolicyCommand({ PolicyName, PolicyDocument: everything }))
  }
  await client.send(new CreateGroupCommand({ GroupName: 'staff' }))
  await client.send(new AttachGroupPolicyCommand({ GroupName: 'staff', PolicyArn: own('shared') }))
  await client.send(new AddUserToGroupCommand({ GroupName: 'staff', UserName: 'careful' }))
  const trust = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { AWS: id }, Action: 'sts:AssumeRole' }],
  })
  await client.send(new CreateRoleCommand({ RoleName: 'auditor', AssumeRolePolicyDocument: trust }))
  await client.send(new AttachRolePolicyCommand({ RoleName: 'auditor', PolicyArn: own('held') }))
}

test('users, groups, roles and policies of moto are judged', async () => {
  const empty = await scanned({ checks })
  gives(empty, [
    ['iam_password_policy_symbol', ':password-policy', 'FAIL'],
    ['iam_securityaudit_role_created', '/SecurityAudit', 'FAIL'],
  ])
  await fill()
  await client.send(
    new UpdateAccountPasswordPolicyCommand({ MinimumPasswordLength: 16, RequireSymbols: true }),
  )
  const seen = await scanned({ checks })
  gives(seen, [
    ['iam_password_policy_symbol', ':password-policy', 'PASS'],
    ['iam_password_policy_minimum_length_14', ':password-policy', 'PASS'],
    ['iam_password_policy_number', ':password-policy', 'FAIL'],
    ['iam_support_role_created', '/AWSSupportAccess', 'FAIL'],
    ['iam_user_mfa_enabled_console_access', 'user/careful', 'PASS'],
    ['iam_user_mfa_enabled_console_access', 'user/careless', 'FAIL'],
    ['iam_user_hardware_mfa_enabled', 'user/careful', 'FAIL'],
    ['iam_user_two_active_access_key', 'user/careless', 'FAIL'],
    ['iam_user_two_active_access_key', 'user/careful', 'PASS'],
    ['iam_policy_attached_only_to_group_or_roles', 'user/careless', 'FAIL'],
    ['iam_policy_attached_only_to_group_or_roles', 'user/careful', 'PASS'],
    ['iam_administrator_access_with_mfa', 'group/staff', 'PASS'],
    ['iam_role_administratoraccess_policy', 'role/auditor', 'PASS'],
    ['iam_customer_attached_policy_no_administrative_privileges', 'policy/held', 'FAIL'],
    ['iam_customer_attached_policy_no_administrative_privileges', 'policy/shared', 'FAIL'],
    ['iam_customer_unattached_policy_no_administrative_privileges', 'policy/spare', 'FAIL'],
    ['iam_inline_policy_no_administrative_privileges', '/careless/all of it', 'FAIL'],
  ])
  // moto's credential report has no root user, its summary has no root password, and it lacks the call for organization
  // features.
  const unknown = new Set([
    'iam:GetAccountSummary',
    'iam:GetCredentialReport',
    'iam:ListOrganizationsFeatures',
  ])
  deepEqual(
    seen.unread.filter(({ action }) => !unknown.has(action ?? '')),
    [],
  )
  ok(seen.unread.every(({ uid }) => uid?.endsWith(':root')))
})
