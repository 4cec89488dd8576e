import { verify } from '../../../kit/verify.ts'
import check from './secretsmanager_automatic_rotation_enabled.ts'
import { secret } from './worlds.ts'

verify(check, {
  pass: [secret(), secret({ owning_service: 'rds' }), secret({ replica: true })],
  fail: [secret({ rotates: false })],
  none: [
    secret({ rotates: false, owning_service: 'events' }),
    secret({ rotates: false, replica: true }),
  ],
})
