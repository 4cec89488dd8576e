import { verify } from '../../../kit/verify.ts'
import check from './backup_recovery_point_encrypted.ts'
import { recoveryPoint } from './worlds.ts'

verify(check, {
  pass: [recoveryPoint()],
  fail: ['COMPLETED', 'AVAILABLE', 'STOPPED', 'PARTIAL'].map((status) =>
    recoveryPoint({ encrypted: false, status }),
  ),
  unread: [recoveryPoint({ encrypted: null })],
  none: [
    recoveryPoint({ encrypted: false, status: 'CREATING' }),
    recoveryPoint({ encrypted: false, status: 'EXPIRED' }),
    recoveryPoint({ encrypted: false, status: 'DELETING' }),
  ],
})
