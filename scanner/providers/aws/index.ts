import { type Provider, provider } from '../../kit/index.ts'
import { catalog } from './catalog.ts'
import type { Aws } from './client.ts'
import { ambientCredentials, type CredentialSource } from './credentials.ts'
import { events } from './events.ts'
import { locate } from './locate.ts'
import { usesAmbientIdentity } from './ambient.ts'
import { openSession } from './session.ts'

export { ambientCredentials } from './credentials.ts'
export { type Signing, sign } from './signing.ts'
export { parseXml } from './xml.ts'

/** AWS. `ambient` gives the credentials of the process itself, for roles that it assumes as itself. */
export const awsProvider = (ambient: CredentialSource = ambientCredentials): Provider<Aws> =>
  provider<Aws>({
    type: 'aws',
    catalog,
    services: {
      account: async () => (await import('./account/index.ts')).default,
      cloudtrail: async () => (await import('./cloudtrail/index.ts')).default,
      ec2: async () => (await import('./ec2/index.ts')).default,
      iam: async () => (await import('./iam/index.ts')).default,
      kms: async () => (await import('./kms/index.ts')).default,
      s3: async () => (await import('./s3/index.ts')).default,
    },
    hosts: ['.amazonaws.com', '.amazonaws.com.cn'],
    limits: { each: 10, overall: 40, perSecond: 100 },
    usesAmbientIdentity,
    open: (options) => openSession(options, ambient),
    locate,
    events,
  })

export const aws = awsProvider()
