import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import inactivityAutomation35dEnabled from './user_inactivity_automation_35d_enabled.ts'
import { collect } from './collect.ts'
import type { Users } from './resources.ts'

export default service<Users, Okta>({
  name: 'user',
  scope: 'global',
  kinds: {
    organizations: {
      list: [],
      fields: { automations: ['okta.policies.read'], everyone: ['okta.groups.read'] },
    },
  },
  collect,
  checks: [inactivityAutomation35dEnabled],
})
