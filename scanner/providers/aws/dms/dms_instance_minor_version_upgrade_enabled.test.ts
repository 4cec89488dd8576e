import { verify } from '../../../kit/verify.ts'
import check from './dms_instance_minor_version_upgrade_enabled.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ minor_upgrades: false })],
  none: [instance({ minor_upgrades: false, status: 'creating' })],
  unread: [instance({ minor_upgrades: null })],
})
