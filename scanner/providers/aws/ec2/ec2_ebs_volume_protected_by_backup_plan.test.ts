import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_ebs_volume_protected_by_backup_plan.ts'
import { instance, volume } from './worlds.ts'

const none = { by: [], perhaps: [] }
const bare = volume({ backup: none })
const on = (backup: { by: string[]; perhaps: string[] }) =>
  given(bare, { joined: { instances: [instance({ backup })] } })

verify(check, {
  pass: [volume(), on({ by: ['nightly'], perhaps: [] })],
  fail: [
    volume({ backup: none, instance_ids: [] }),
    on(none),
    // Attached to an instance that is no longer listed.
    given(bare, { joined: { instances: [] } }),
  ],
  manual: [
    volume({ backup: { by: [], perhaps: ['weekly'] }, instance_ids: [] }),
    on({ by: [], perhaps: ['weekly'] }),
  ],
  unread: [
    volume({ backup: unread('AccessDeniedException') }),
    given(bare, { joined: { instances: unread('UnauthorizedOperation') } }),
    given(bare, { joined: { instances: [instance({ backup: unread('AccessDeniedException') })] } }),
  ],
})
