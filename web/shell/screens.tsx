/** All screens: the table behind navigation, routes, palette and shortcuts. */
import { type ComponentType } from 'react'
import type { IconName } from '../kit/icons.tsx'
import type { Permission } from '../session/me.tsx'
import { lazily } from '../kit/lazily.tsx'

export interface Screen {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  readonly keys?: string
  /** Its group in the navigation; absent for screens outside it. */
  readonly group?: 'Security' | 'Configure' | 'Organization'
  readonly permission?: Permission
  readonly component: ComponentType
}

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Overview',
    icon: 'overview',
    keys: 'g o',
    group: 'Security',
    component: lazily(() => import('../overview/overview.tsx')),
  },
  {
    path: '/findings',
    title: 'Findings',
    icon: 'findings',
    keys: 'g f',
    group: 'Security',
    component: lazily(() => import('../findings/findings.tsx')),
  },
  {
    path: '/compliance',
    title: 'Compliance',
    icon: 'compliance',
    keys: 'g c',
    group: 'Security',
    component: lazily(() => import('../compliance/compliance.tsx')),
  },
  {
    path: '/resources',
    title: 'Resources',
    icon: 'resources',
    keys: 'g r',
    group: 'Security',
    component: lazily(() => import('../resources/resources.tsx')),
  },
  {
    path: '/scans',
    title: 'Scans',
    icon: 'scans',
    keys: 'g s',
    group: 'Security',
    component: lazily(() => import('../scans/scans.tsx')),
  },
  {
    path: '/providers',
    title: 'Providers',
    icon: 'providers',
    keys: 'g p',
    group: 'Configure',
    component: lazily(() => import('../providers/providers.tsx')),
  },
  {
    path: '/scan-configurations',
    title: 'Scan configurations',
    icon: 'configurations',
    keys: 'g i',
    group: 'Configure',
    component: lazily(() => import('../scan-configurations/scan-configurations.tsx')),
  },
  {
    path: '/mute-rules',
    title: 'Mute rules',
    icon: 'mutes',
    keys: 'g m',
    group: 'Configure',
    permission: 'manage_scans',
    component: lazily(() => import('../mutes/mutes.tsx')),
  },
  {
    path: '/integrations',
    title: 'Integrations',
    icon: 'integrations',
    keys: 'g x',
    group: 'Configure',
    permission: 'manage_integrations',
    component: lazily(() => import('../integrations/integrations.tsx')),
  },
  {
    path: '/alerts',
    title: 'Alerts',
    icon: 'alerts',
    keys: 'g w',
    group: 'Configure',
    component: lazily(() => import('../alerts/alerts.tsx')),
  },
  {
    path: '/ingestions',
    title: 'Ingestions',
    icon: 'ingestions',
    keys: 'g n',
    group: 'Configure',
    component: lazily(() => import('../ingestions/ingestions.tsx')),
  },
  {
    path: '/users',
    title: 'Users',
    icon: 'users',
    keys: 'g u',
    group: 'Organization',
    permission: 'manage_users',
    component: lazily(() => import('../users/users.tsx')),
  },
  {
    path: '/invitations',
    title: 'Invitations',
    icon: 'invitations',
    keys: 'g v',
    group: 'Organization',
    permission: 'manage_account',
    component: lazily(() => import('../invitations/invitations.tsx')),
  },
  {
    path: '/roles',
    title: 'Roles',
    icon: 'roles',
    keys: 'g e',
    group: 'Organization',
    permission: 'manage_account',
    component: lazily(() => import('../roles/roles.tsx')),
  },
  {
    path: '/api-keys',
    title: 'API keys',
    icon: 'keys',
    keys: 'g k',
    group: 'Organization',
    permission: 'manage_account',
    component: lazily(() => import('../api-keys/api-keys.tsx')),
  },
  {
    path: '/tasks',
    title: 'Tasks',
    icon: 'tasks',
    keys: 'g t',
    group: 'Organization',
    component: lazily(() => import('../tasks/tasks.tsx')),
  },
  {
    path: '/audit',
    title: 'Audit',
    icon: 'audit',
    keys: 'g a',
    group: 'Organization',
    permission: 'manage_account',
    component: lazily(() => import('../audit/audit.tsx')),
  },
  {
    path: '/saml',
    title: 'SAML',
    icon: 'lock',
    keys: 'g l',
    group: 'Organization',
    permission: 'manage_integrations',
    component: lazily(() => import('../saml/saml.tsx')),
  },
  {
    path: '/profile',
    title: 'Profile',
    icon: 'users',
    keys: 'g y',
    component: lazily(() => import('../profile/profile.tsx')),
  },
]
