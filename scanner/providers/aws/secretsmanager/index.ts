import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { SecretsManager } from './resources.ts'
import automaticRotationEnabled from './secretsmanager_automatic_rotation_enabled.ts'
import notPubliclyAccessible from './secretsmanager_not_publicly_accessible.ts'
import secretRotatedPeriodically from './secretsmanager_secret_rotated_periodically.ts'
import secretUnused from './secretsmanager_secret_unused.ts'

export default service<SecretsManager, Aws>({
  name: 'secretsmanager',
  scope: 'regional',
  kinds: {
    secrets: {
      list: ['secretsmanager:ListSecrets'],
      fields: { policy: ['secretsmanager:GetResourcePolicy'] },
    },
  },
  collect,
  checks: [
    automaticRotationEnabled,
    notPubliclyAccessible,
    secretRotatedPeriodically,
    secretUnused,
  ],
})
