import { oneOf } from '@plumbline/jsonapi'

/** Every kind of account, as the wire names it. */
export const providerTypes = [
  'alibabacloud',
  'aws',
  'azure',
  'cloudflare',
  'gcp',
  'github',
  'googleworkspace',
  'iac',
  'image',
  'kubernetes',
  'm365',
  'mongodbatlas',
  'okta',
  'openstack',
  'oraclecloud',
  'vercel',
] as const
export const providerType = oneOf(...providerTypes)
export type ProviderType = (typeof providerTypes)[number]

const secretTypes = ['static', 'role', 'service_account'] as const
export const secretType = oneOf(...secretTypes)
export type SecretType = (typeof secretTypes)[number]
