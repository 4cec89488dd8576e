import { verify } from '../../../kit/verify.ts'
import check from './efs_encryption_at_rest_enabled.ts'
import { fileSystem } from './worlds.ts'

verify(check, {
  pass: [fileSystem()],
  fail: [fileSystem({ encrypted: false }), fileSystem({ encrypted: false, state: 'updating' })],
  unread: [fileSystem({ encrypted: null })],
  none: [fileSystem({ encrypted: false, state: 'deleting' })],
})
