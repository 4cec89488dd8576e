import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  GenerateCredentialReportCommand,
  GetAccessKeyLastUsedCommand,
  GetAccountAuthorizationDetailsCommand,
  GetAccountPasswordPolicyCommand,
  GetAccountSummaryCommand,
  GetCredentialReportCommand,
  GetGroupCommand,
  GetGroupPolicyCommand,
  GetLoginProfileCommand,
  GetPolicyCommand,
  GetPolicyVersionCommand,
  GetRoleCommand,
  GetRolePolicyCommand,
  GetUserCommand,
  GetUserPolicyCommand,
  IAMClient,
  ListAccessKeysCommand,
  ListAccountAliasesCommand,
  ListAttachedGroupPoliciesCommand,
  ListAttachedRolePoliciesCommand,
  ListAttachedUserPoliciesCommand,
  ListEntitiesForPolicyCommand,
  ListGroupPoliciesCommand,
  ListGroupsCommand,
  ListGroupsForUserCommand,
  ListInstanceProfilesCommand,
  ListMFADevicesCommand,
  ListOrganizationsFeaturesCommand,
  ListPoliciesCommand,
  ListPolicyVersionsCommand,
  ListRolePoliciesCommand,
  ListRolesCommand,
  ListRoleTagsCommand,
  ListSAMLProvidersCommand,
  ListServerCertificatesCommand,
  ListServiceSpecificCredentialsCommand,
  ListUserPoliciesCommand,
  ListUsersCommand,
  ListUserTagsCommand,
  ListVirtualMFADevicesCommand,
  paginateGetAccountAuthorizationDetails,
  paginateListUsers,
} from '@aws-sdk/client-iam'
import { startFixtureCloud } from '../../cloud.ts'
import { demoAccount } from '../../demo/account.ts'
import { aws, demoId } from '../../demo/facts.ts'
import {
  fault,
  nothingLost,
  pagesOf,
  readsAll,
  settingsFor,
  transportTo,
} from '../official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
const client = (options = {}) =>
  new IAMClient({ ...settingsFor(cloud, demoId), requestHandler: transport, ...options })
after(() => cloud.close())

test('users, groups and roles arrive whole', async () => {
  await readsAll(client(), transport, [
    new ListUsersCommand({}),
    new GetUserCommand({ UserName: 'web-developer' }),
    new GetUserCommand({}),
    new ListGroupsForUserCommand({ UserName: 'data-analyst' }),
    new ListUserTagsCommand({ UserName: 'data-analyst' }),
    new ListAttachedUserPoliciesCommand({ UserName: 'legacy-import' }),
    new ListUserPoliciesCommand({ UserName: 'release-bot' }),
    new ListGroupsCommand({}),
    new GetGroupCommand({ GroupName: 'developers' }),
    new ListAttachedGroupPoliciesCommand({ GroupName: 'developers' }),
    new ListGroupPoliciesCommand({ GroupName: 'backup' }),
    new ListRolesCommand({}),
    new GetRoleCommand({ RoleName: 'plumbline-audit' }),
    new ListRoleTagsCommand({ RoleName: 'plumbline-audit' }),
    new ListAttachedRolePoliciesCommand({ RoleName: 'plumbline-audit' }),
    new ListRolePoliciesCommand({ RoleName: 'web-server' }),
    new ListInstanceProfilesCommand({}),
  ])
})

test('policies, keys, devices and certificates arrive whole', async () => {
  await readsAll(client(), transport, [
    new ListPoliciesCommand({}),
    new GetPolicyCommand({ PolicyArn: aws('SecurityAudit') }),
    new GetPolicyVersionCommand({ PolicyArn: aws('SecurityAudit'), VersionId: 'v1' }),
    new ListPolicyVersionsCommand({ PolicyArn: `arn:aws:iam::${demoId}:policy/larkspur-deploy` }),
    new ListEntitiesForPolicyCommand({ PolicyArn: aws('AdministratorAccess') }),
    new ListAccessKeysCommand({ UserName: 'release-bot' }),
    new GetAccessKeyLastUsedCommand({ AccessKeyId: 'AKIADEMORELEASEBOT01' }),
    new GetLoginProfileCommand({ UserName: 'cloud-admin' }),
    new ListMFADevicesCommand({ UserName: 'cloud-admin' }),
    new ListVirtualMFADevicesCommand({}),
    new ListServerCertificatesCommand({}),
    new ListSAMLProvidersCommand({}),
    new ListServiceSpecificCredentialsCommand({}),
    new GetAccountPasswordPolicyCommand({}),
    new ListAccountAliasesCommand({}),
  ])
})

test('inline policies arrive as percent-encoded JSON', async () => {
  const reads = [
    client().send(
      new GetUserPolicyCommand({ UserName: 'release-bot', PolicyName: 'push-releases' }),
    ),
    client().send(new GetGroupPolicyCommand({ GroupName: 'backup', PolicyName: 'read-state' })),
    client().send(new GetRolePolicyCommand({ RoleName: 'web-server', PolicyName: 'assets' })),
  ]
  for (const { PolicyDocument = '' } of await Promise.all(reads)) {
    match(PolicyDocument, /^%7B%22Version%22/)
    equal(JSON.parse(decodeURIComponent(PolicyDocument)).Statement[0].Effect, 'Allow')
  }
})

test('the account summary is a map of counts', async () => {
  const { SummaryMap = {} } = await client().send(new GetAccountSummaryCommand({}))
  equal(SummaryMap['Users'], 10)
  equal(SummaryMap['AccountMFAEnabled'], 1)
  equal(SummaryMap['AccountAccessKeysPresent'], 0)
})

test('everybody and everything they may arrive in one paged list, complete and once', async () => {
  const whole = await client().send(new GetAccountAuthorizationDetailsCommand({}))
  nothingLost(transport.lastBody, whole)
  const pages = await pagesOf(
    paginateGetAccountAuthorizationDetails({ client: client(), pageSize: 4 }, {}),
  )
  const lists = ['UserDetailList', 'GroupDetailList', 'RoleDetailList', 'Policies'] as const
  for (const list of lists)
    deepEqual(
      pages.flatMap((page) => page[list] ?? []),
      whole[list],
    )
  ok(pages.length >= 6)
  const unattached = whole.Policies?.find(({ PolicyName }) => PolicyName === 'larkspur-unattached')
  equal(unattached?.AttachmentCount, 0)
})

test('users page by MaxItems, and the cloud may cut pages shorter', async () => {
  const pages = await pagesOf(paginateListUsers({ client: client(), pageSize: 4 }, {}))
  deepEqual(
    pages.map(({ Users = [] }) => Users.length),
    [4, 4, 2],
  )
  const narrow = await startFixtureCloud({ accounts: [demoAccount()], pageSize: 3 })
  const shortPages = await pagesOf(
    paginateListUsers({ client: new IAMClient(settingsFor(narrow, demoId)) }, {}),
  )
  equal(shortPages.length, 4)
  await narrow.close()
})

test('policies are chosen by scope and by use', async () => {
  const own = await client().send(new ListPoliciesCommand({ Scope: 'Local' }))
  equal(own.Policies?.length, 4)
  const used = await client().send(new ListPoliciesCommand({ Scope: 'Local', OnlyAttached: true }))
  deepEqual(used.Policies?.map(({ PolicyName }) => PolicyName).sort(), [
    'larkspur-deploy',
    'larkspur-everything',
  ])
})

test('a credential report is asked for, waited for and read', async () => {
  const fresh = await startFixtureCloud({ accounts: [demoAccount()] })
  const iam = new IAMClient(settingsFor(fresh, demoId))
  const read = () => iam.send(new GetCredentialReportCommand({}))
  const generate = async () => (await iam.send(new GenerateCredentialReportCommand({}))).State
  await rejects(read(), fault('CredentialReportNotPresentException', 410))
  equal(await generate(), 'STARTED')
  await rejects(read(), fault('CredentialReportNotReadyException', 404))
  equal(await generate(), 'COMPLETE')
  const { Content, ReportFormat } = await read()
  equal(ReportFormat, 'text/csv')
  const [header = '', root = '', ...users] = Buffer.from(Content ?? [])
    .toString()
    .split('\n')
  equal(header.split(',').length, 22)
  ok(root.startsWith('<root_account>,'))
  equal(users.length, 10)
  ok(users.every((row) => row.split(',').length === 22))
  await fresh.close()
})

const absences: [string, (iam: IAMClient) => Promise<unknown>][] = [
  ['user', (iam) => iam.send(new GetUserCommand({ UserName: 'nobody' }))],
  ['login profile', (iam) => iam.send(new GetLoginProfileCommand({ UserName: 'release-bot' }))],
  [
    'policy version',
    (iam) =>
      iam.send(new GetPolicyVersionCommand({ PolicyArn: aws('SecurityAudit'), VersionId: 'v9' })),
  ],
]
for (const [what, read] of absences)
  test(`a missing ${what} is no such entity`, async () => {
    await rejects(read(client()), fault('NoSuchEntityException', 404))
  })

test('an account without password policy and without organization says so', async () => {
  cloud.account(demoId).iam.passwordPolicy = null
  await rejects(
    client().send(new GetAccountPasswordPolicyCommand({})),
    fault('NoSuchEntityException', 404),
  )
  await rejects(
    client().send(new ListOrganizationsFeaturesCommand({})),
    fault('OrganizationNotFoundException', 400),
  )
  cloud.account(demoId).iam.organizationFeatures = ['RootCredentialsManagement']
  await readsAll(client(), transport, [new ListOrganizationsFeaturesCommand({})])
})

test('denied, throttled and badly signed calls have the names of the query protocol', async () => {
  const command = () => new ListUsersCommand({})
  const { credentials } = settingsFor(cloud, demoId)
  const wrong = { ...credentials, secretAccessKey: 'wrong' }
  await rejects(client({ credentials: wrong }).send(command()), fault('SignatureDoesNotMatch', 403))
  await rejects(
    client({ region: 'eu-west-1' }).send(command()),
    fault('SignatureDoesNotMatch', 403),
  )
  cloud.script({ match: { service: 'iam', times: 1 }, do: 'throttle' })
  await rejects(client().send(command()), fault('Throttling', 400))
  cloud.script({ match: { service: 'iam', times: 1 }, do: 'throttle', status: 429 })
  await rejects(client().send(command()), fault('Throttling', 429))
  cloud.account(demoId).denied.push({ action: 'iam:GetUser', resource: '*:user/web-*' })
  await rejects(
    client().send(new GetUserCommand({ UserName: 'web-developer' })),
    fault('AccessDenied', 403),
  )
  await client().send(new GetUserCommand({ UserName: 'cloud-admin' }))
})

test('a made-up marker is a validation error', async () => {
  await rejects(
    client().send(new ListUsersCommand({ Marker: 'nonsense' })),
    fault('ValidationError', 400),
  )
})
