import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './efs_have_backup_enabled.ts'
import { fileSystem } from './worlds.ts'

/** A file system whose automatic backups are not on, and what plans do for it. */
const without = (automatic: string | null, plans: { by?: string[]; perhaps?: string[] } = {}) =>
  fileSystem({ automatic_backups: automatic, backup: { by: [], perhaps: [], ...plans } })

verify(check, {
  pass: [fileSystem(), without(null, { by: ['nightly'] })],
  fail: [without('DISABLED'), without('DISABLING'), without(null)],
  manual: [without('DISABLED', { perhaps: ['weekly'] })],
  none: [without('ENABLING'), fileSystem({ automatic_backups: null, state: 'deleting' })],
  unread: [
    fileSystem({ automatic_backups: unread('AccessDeniedException') }),
    fileSystem({ automatic_backups: null, backup: unread('AccessDeniedException') }),
  ],
})
