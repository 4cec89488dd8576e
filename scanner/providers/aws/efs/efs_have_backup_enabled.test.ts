import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './efs_have_backup_enabled.ts'
import { fileSystem } from './worlds.ts'

/** A file system without automatic backups, with its protection by plans. */
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
