/** Accounts and secrets of every kind, good ones and bad ones. */
import type { ProviderType, SecretType } from '../names.ts'
import { certificateContent, ecKey, rsaKey, serviceAccountKey } from './private-keys.ts'

const hex = (length: number): string => '0123456789abcdef'.repeat(3).slice(0, length)

/** Ids that name an account of each kind, and ids that do not. */
export const accountIds: Readonly<
  Record<ProviderType, { good: readonly string[]; bad: readonly string[] }>
> = {
  alibabacloud: {
    good: ['1234567890123456'],
    bad: [
      '123456789012345',
      '12345678901234567',
      '123456789012345a',
      '１２３４５６７８９０１２３４５６',
    ],
  },
  aws: {
    good: ['123456789012', '000000000000'],
    bad: ['12345678901', '1234567890123', '12345678901a', ' 123456789012', '123456789012\n'],
  },
  azure: {
    good: ['11111111-1111-4111-8111-111111111111', 'a1b2c3d4-0000-4fff-bfff-0123456789ab'],
    bad: [
      '11111111-1111-1111-8111-111111111111',
      '11111111-1111-4111-7111-111111111111',
      'A1B2C3D4-0000-4FFF-BFFF-0123456789AB',
      '11111111111141118111111111111111',
      '{11111111-1111-4111-8111-111111111111}',
    ],
  },
  cloudflare: { good: [hex(32)], bad: [hex(31), hex(33), hex(32).toUpperCase(), `${hex(31)}g`] },
  gcp: {
    good: ['my-project-123', 'abcdef', 'example.com:my-project', `a${'b'.repeat(29)}`],
    bad: ['abcde', '1-project', 'My-project', `a${'b'.repeat(30)}`, 'my_project', ':my-project'],
  },
  github: {
    good: ['octo-org', 'a', 'A1', 'a'.repeat(39), 'ends-'],
    bad: ['-octo', 'a'.repeat(40), 'octo_org', 'octo org', 'octo/repo'],
  },
  googleworkspace: { good: ['C01abcdef', 'C0'], bad: ['C', 'c01abcdef', 'C01-abc', '01abcdef'] },
  iac: {
    good: [
      'https://git.example.com/org/repo.git',
      'https://git.example.com/org/repo',
      'http://git.example.com/r',
      'git@git.example.com:org/repo.git',
      'ssh://git@git.example.com/org/repo.git',
    ],
    bad: [
      'git@git.example.com:org/repo',
      'ssh://git.example.com/repo',
      'https://',
      'https:///repo.git',
      'https://git.example.com/a b',
      'ftp://git.example.com/repo.git',
      'file:///etc/passwd',
    ],
  },
  image: {
    good: ['registry.example.com/team', 'alpine:3.20', 'a/b@sha256:0f', 'abc'],
    bad: ['ab', '/team', 'has space', '-registry', 'a'.repeat(251)],
  },
  kubernetes: {
    good: ['arn:aws:eks:us-east-1:123456789012:cluster/c1', 'kind-kind', 'admin@cluster', 'ab'],
    bad: ['a', '-cluster', 'my cluster', '/c1', 'cluster!', 'a'.repeat(252)],
  },
  m365: {
    good: ['contoso.onmicrosoft.com', 'Example.COM', 'a.io', `${'a'.repeat(63)}.com`],
    bad: [
      'contoso',
      '-a.com',
      'a-.com',
      'a..com',
      'a.c',
      'a.c0m',
      'a_b.com',
      `${'a'.repeat(64)}.com`,
    ],
  },
  mongodbatlas: { good: [hex(24), hex(24).toUpperCase()], bad: [hex(23), hex(25), `${hex(23)}g`] },
  okta: {
    good: ['acme.okta.com', 'acme-1.oktapreview.com', 'a.okta-emea.com', '1.okta.mil'],
    bad: ['okta.com', 'acme.example.com', '-a.okta.com', 'a.b.okta.com', 'acme.okta.com.evil.org'],
  },
  openstack: {
    good: ['demo', 'Demo_1.x', '0-1'],
    bad: ['-demo', '.demo', 'de mo', 'demo/1', 'a'.repeat(256)],
  },
  oraclecloud: {
    good: ['ocid1.tenancy.oc1..aaaa', 'ocid1.tenancy.oc1.eu-frankfurt-1.aaaa1'],
    bad: [
      'ocid2.tenancy.oc1..aaaa',
      'ocid1.tenancy.oc1.aaaa',
      'ocid1.tenancy.oc1..',
      'OCID1.a.b..c',
    ],
  },
  vercel: {
    good: [`team_${'a1B2'.repeat(4)}`, `team_${'x'.repeat(32)}`],
    bad: [
      `team_${'x'.repeat(15)}`,
      `team_${'x'.repeat(33)}`,
      'x'.repeat(20),
      `team_${'-'.repeat(20)}`,
    ],
  },
}

const kubeconfig = `
current-context: here
clusters: [{ name: c, cluster: { server: https://10.0.0.1:6443 } }]
contexts: [{ name: here, context: { cluster: c, user: u } }]
users: [{ name: u, user: { token: t0ken } }]
`

/** A secret with everything in it, and which of its members may be left out. */
interface WholeSecret {
  readonly type: ProviderType
  readonly secretType: SecretType
  readonly secret: Readonly<Record<string, unknown>>
  readonly optional?: readonly string[]
}
export const wholeSecrets: readonly WholeSecret[] = [
  {
    type: 'aws',
    secretType: 'static',
    secret: { aws_access_key_id: 'a', aws_secret_access_key: 'b', aws_session_token: 'c' },
    optional: ['aws_session_token'],
  },
  {
    type: 'aws',
    secretType: 'role',
    secret: {
      role_arn: 'arn:aws:iam::123456789012:role/audit',
      external_id: 'an id',
      role_session_name: 'me',
      session_duration: 900,
      aws_access_key_id: 'a',
      aws_secret_access_key: 'b',
      aws_session_token: 'c',
    },
    optional: [
      'role_session_name',
      'session_duration',
      'aws_access_key_id',
      'aws_secret_access_key',
      'aws_session_token',
    ],
  },
  {
    type: 'azure',
    secretType: 'static',
    secret: { client_id: 'a', client_secret: 'b', tenant_id: 'c' },
  },
  {
    type: 'm365',
    secretType: 'static',
    secret: {
      client_id: 'a',
      client_secret: 'b',
      tenant_id: 'c',
      user: 'someone@example.com',
      password: 'd',
    },
    optional: ['user', 'password'],
  },
  {
    type: 'm365',
    secretType: 'static',
    secret: { client_id: 'a', certificate_content: certificateContent, tenant_id: 'c' },
  },
  {
    type: 'gcp',
    secretType: 'static',
    secret: { client_id: 'a', client_secret: 'b', refresh_token: 'c' },
  },
  {
    type: 'gcp',
    secretType: 'service_account',
    secret: { service_account_key: serviceAccountKey(rsaKey) },
  },
  {
    type: 'kubernetes',
    secretType: 'static',
    secret: { kubeconfig_content: kubeconfig },
  },
  {
    type: 'github',
    secretType: 'static',
    secret: { personal_access_token: 'a' },
    optional: ['personal_access_token'],
  },
  {
    type: 'github',
    secretType: 'static',
    secret: { oauth_app_token: 'a' },
    optional: ['oauth_app_token'],
  },
  {
    type: 'github',
    secretType: 'static',
    secret: { github_app_id: 12, github_app_key_content: rsaKey },
  },
  {
    type: 'mongodbatlas',
    secretType: 'static',
    secret: { atlas_public_key: 'a', atlas_private_key: 'b' },
  },
  {
    type: 'iac',
    secretType: 'static',
    secret: { repository_url: 'https://git.example.com/a.git', access_token: 'b' },
    optional: ['access_token'],
  },
  {
    type: 'oraclecloud',
    secretType: 'static',
    secret: { user: 'a', fingerprint: 'b', tenancy: 'c', key_content: rsaKey, pass_phrase: 'e' },
    optional: ['pass_phrase'],
  },
  {
    type: 'alibabacloud',
    secretType: 'static',
    secret: { access_key_id: 'a', access_key_secret: 'b', security_token: 'c' },
    optional: ['security_token'],
  },
  {
    type: 'alibabacloud',
    secretType: 'role',
    secret: {
      role_arn: 'acs:ram::1234567890123456:role/audit',
      access_key_id: 'a',
      access_key_secret: 'b',
      role_session_name: 'me',
    },
    optional: ['role_session_name'],
  },
  { type: 'cloudflare', secretType: 'static', secret: { api_token: 'a' } },
  {
    type: 'cloudflare',
    secretType: 'static',
    secret: { api_key: 'a', api_email: 'someone@example.com' },
  },
  {
    type: 'openstack',
    secretType: 'static',
    secret: { clouds_yaml_content: 'clouds: { one: {} }', clouds_yaml_cloud: 'one' },
  },
  {
    type: 'image',
    secretType: 'static',
    secret: { registry_username: 'a', registry_password: 'b' },
  },
  {
    type: 'image',
    secretType: 'static',
    secret: { registry_token: 'a', registry_username: 'b' },
    optional: ['registry_username'],
  },
  {
    type: 'googleworkspace',
    secretType: 'static',
    secret: {
      credentials_content: JSON.stringify(serviceAccountKey(rsaKey)),
      delegated_user: 'admin@example.com',
    },
  },
  { type: 'vercel', secretType: 'static', secret: { api_token: 'a' } },
  {
    type: 'okta',
    secretType: 'static',
    secret: { okta_client_id: 'a', okta_private_key: ecKey, okta_scopes: ['okta.users.read'] },
    optional: ['okta_scopes'],
  },
]
