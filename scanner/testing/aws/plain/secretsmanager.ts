import type { PlainService } from './plain.ts'

export const secretsmanager: PlainService = {
  name: 'secretsmanager',
  protocol: 'json',
  target: 'secretsmanager',
  operations: {
    ListSecrets: { list: 'SecretList' },
    GetResourcePolicy: { by: 'SecretId', none: ['ResourceNotFoundException', 400] },
  },
}
