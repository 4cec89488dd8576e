import { unread } from '../../../kit/index.ts'
import { given, verify, world } from '../../../kit/verify.ts'
import check from './user_inactivity_automation_35d_enabled.ts'
import type { Automation, Organization } from './resources.ts'

const suspending: Automation = {
  name: 'Away',
  days: 35,
  becomes: 'SUSPENDED',
  groups: [['00gEVERYONE']],
  isForAll: true,
}
const sound = world<Organization>({
  uid: 'acme.okta.com/organization',
  name: 'acme.okta.com',
  region: '',
  automations: [suspending],
  everyone: ['00gEVERYONE'],
})

verify(check, {
  pass: [
    sound(),
    sound({ automations: [{ ...suspending, days: 90 }, suspending] }),
    given(sound({ automations: [{ ...suspending, days: 60 }] }), {
      config: { okta_user_inactivity_max_days: 60 },
    }),
  ],
  fail: [sound({ automations: [] })],
  manual: [
    sound({ automations: [{ ...suspending, days: 36 }] }),
    sound({ automations: [{ ...suspending, becomes: null }] }),
    sound({ automations: [{ ...suspending, becomes: 'ACTIVE' }] }),
    sound({ automations: [{ ...suspending, groups: [['00gSALES']] }] }),
    sound({ automations: [{ ...suspending, groups: [['00gEVERYONE'], ['00gSALES']] }] }),
    sound({ automations: [{ ...suspending, groups: [] }] }),
    sound({ automations: [{ ...suspending, isForAll: false }] }),
    sound({ everyone: [] }),
  ],
  unread: [
    sound({ automations: unread('E0000006') }),
    sound({ everyone: unread('scope_not_granted') }),
  ],
})
