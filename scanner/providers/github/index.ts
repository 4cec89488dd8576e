import { type Provider, provider } from '../../kit/index.ts'
import { catalog } from './catalog.ts'
import type { GitHub } from './client.ts'
import { locate } from './locate.ts'
import { callsOf } from './permissions.ts'
import { openSession } from './session.ts'
import { settings } from './settings.ts'

export { permissionList } from './permissions.ts'

/** GitHub: an organization or a user is an account, named by its login. */
export const github: Provider<GitHub> = provider<GitHub>({
  type: 'github',
  catalog,
  services: {
    githubactions: async () => (await import('./githubactions/index.ts')).default,
    organization: async () => (await import('./organization/index.ts')).default,
    repository: async () => (await import('./repository/index.ts')).default,
  },
  settings,
  hosts: ['api.github.com'],
  regions: false,
  // GitHub's limits for clients: at most 900 points per minute; a read costs one.
  limits: { each: 8, overall: 8, perSecond: 10 },
  signInActions: [],
  open: openSession,
  callsOf,
  locate,
})
